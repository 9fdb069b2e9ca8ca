"""Records training steps in the trace, and where optimizers, schedulers and models are constructed."""

from __future__ import annotations

from torchlint.domain.kinds import ValueKind
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import Value
from torchlint.flow.state import Frame
from torchlint.flow.training_trace import By, Step, StepKind
from torchlint.syntax import tree


def note(
    frame: Frame, what: StepKind, node: tree.Node, subject: Value, by: By = "", name: tree.Node | None = None
) -> None:
    """Record a step; `name` is the code of the subject."""
    text = tree.dotted(name) if name is not None else None
    holder = (frame.function, frame.chain, text) if text else ()
    step = Step(what, node, subject, by, holder)
    frame.interpreter.tracer.add(step)
    if what == "step":
        frame.interpreter.tracer.changes.append(step)


def note_unknown_training(frame: Frame, values: list[Value], name: By = "") -> None:
    """Record that values that matter for training were passed to unknown code."""
    if name or any(map(_matters, values)):
        step = Step("unseen", frame.unit.tree.root, Value("tuple", items=tuple(values)), name)
        frame.interpreter.tracer.add(step)
        if name == "train":
            frame.interpreter.tracer.changes.append(step)


_ABOUT_TRAINING: frozenset[ValueKind] = frozenset(
    ("module", "optimizer", "scheduler", "scaler", "instance", "function", "method", "output")
)


def _matters(value: Value) -> bool:
    return value.kind in _ABOUT_TRAINING or bool(all_origins(value))


def made_model(frame: Frame, node: tree.Node) -> None:
    """Record the call path on which a model is constructed here."""
    frame.interpreter.tracer.makers.setdefault(node, set()).add(frame.chain)


def made_optimizer(frame: Frame, value: Value, node: tree.Node, parameters: Value) -> Value:
    """A new optimizer, identified by this place, over these parameters."""
    origin = frame.origin("optimizer", node)
    made = value.replace(origins=frozenset((origin,)), items=(parameters,))
    frame.interpreter.tracer.optimizers[origin] = made
    note(frame, "make", node, made)
    return made


def made_scheduler(frame: Frame, name: str, node: tree.Node, optimizer: Value) -> Value:
    """A new scheduler, identified by this place, of an optimizer."""
    origin = frame.origin("scheduler", node)
    made = Value("scheduler", ref=name, items=(optimizer,), origins=frozenset((origin,)))
    frame.interpreter.tracer.schedulers[origin] = made
    return made


def made_scaler(frame: Frame, name: str, node: tree.Call) -> Value:
    """A new GradScaler, identified by this place, unless it is disabled."""
    off = any(
        a.keyword == "enabled" and isinstance(a.value, tree.Constant) and a.value.value is False for a in node.args
    )
    return Value(
        "scaler", ref=name, made_by="disabled" if off else "", origins=frozenset((frame.origin("scaler", node),))
    )
