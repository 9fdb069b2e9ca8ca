"""Records training steps in the trace, and where optimizers, schedulers and models are constructed."""

from __future__ import annotations

from collections.abc import Mapping

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions_of, resolved_expression, uses
from torchlint.domain.kinds import ValueKind
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import UNKNOWN, YES, Value
from torchlint.flow.state import Frame
from torchlint.flow.training_holders import holder_in
from torchlint.flow.training_trace import By, Step, StepKind
from torchlint.syntax import tree

# Lists within lists of parameters that are followed.
_MOST_LISTS = 5
# Methods that put their argument, or what it holds, into a list.
_PUTS = frozenset(("append", "extend"))


def note(
    frame: Frame, what: StepKind, node: tree.Node, subject: Value, by: By = "", name: tree.Node | None = None
) -> None:
    """Record a step; `name` is the code of the subject."""
    holder = holder_in(frame, name) if name is not None and frame.interpreter.records_facts else ()
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


def acts_in_environment(frame: Frame, node: tree.Node | None, args: list[Value]) -> bool:
    """Whether a `step(...)` is an environment's: `state, reward, done = env.step(action)`.

    It gets numbers, and its result is taken apart; an optimizer's gives None, or the one loss of a closure.
    """
    if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute) or not node.args:
        return False
    if any(value.kind in _ABOUT_TRAINING or value.grad == YES for value in args):
        return False
    parent = frame.unit.tree.parents.get(node)
    if isinstance(parent, tree.Assign):
        return parent.value is node and all(isinstance(t, (tree.Tuple, tree.List)) for t in parent.targets)
    return isinstance(parent, tree.Subscript) and parent.value is node


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
    given = tree.positional(node, 0) if isinstance(node, tree.Call) else None
    held = _concatenated(frame, given, parameters) if given is not None else parameters
    made = value.replace(origins=frozenset((origin,)), items=(held,))
    frame.interpreter.tracer.optimizers[origin] = made
    note(frame, "make", node, made)
    return made


def _concatenated(frame: Frame, node: tree.Node, parameters: Value, depth: int = 0) -> Value:
    """The parameters of several models, each by itself, where a list of them says which: `[*a.parameters(), ...]`.

    The list's own value has them joined into one, of which nobody knows whose it is.
    """
    if parameters.kind != "list" or depth > _MOST_LISTS:
        return parameters
    parts = _parts(frame.unit.tree, node)
    values = frame.interpreter.facts.values
    if not parts or any(part not in values for part in parts):
        return parameters
    return Value("tuple", items=tuple(_concatenated(frame, part, values[part], depth + 1) for part in parts))


def _parts(syntax: tree.Tree, node: tree.Node) -> list[tree.Expression]:
    """What a list is put together of: by statements, by `+`, or by a literal's starred lists and groups."""
    if isinstance(node, tree.Name) and len(gathered := _gathered(syntax, node)) > 1:
        return gathered
    node = resolved_expression(syntax, node)
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        return [node.left, node.right]
    if isinstance(node, tree.List) and any(isinstance(element, (tree.Starred, tree.Dict)) for element in node.elements):
        return [element.value if isinstance(element, tree.Starred) else element for element in node.elements]
    return []


def _gathered(syntax: tree.Tree, name: tree.Name) -> list[tree.Expression]:
    """What the statements before a use put into the list that a variable is: `=`, `+=`, `append` and `extend`.

    Empty if the variable is anything else before, or its list is changed in another way.
    """
    found: list[tree.Expression] = []
    for one in definitions_of(syntax, name):
        if one.node.start > name.start:
            continue
        value = one.node.value if isinstance(one.node, tree.AugmentedAssign) else one.value
        if value is None or (one.kind != "assignment" and not isinstance(one.node, tree.AugmentedAssign)):
            return []
        found += [part for part in _summands(value) if not _is_variable(part, name)]
    for use in uses(syntax, name):
        method = syntax.parents.get(use)
        if use.start > name.start or not isinstance(method, tree.Attribute):
            continue
        call = syntax.parents.get(method)
        if method.attr not in _PUTS or not isinstance(call, tree.Call) or len(call.args) != 1:
            return []
        found.append(call.args[0].value)
    return [part for part in found if not (isinstance(part, tree.List) and not part.elements)]


def _summands(node: tree.Expression) -> list[tree.Expression]:
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        return [*_summands(node.left), *_summands(node.right)]
    return [node]


def _is_variable(node: tree.Expression, name: tree.Name) -> bool:
    return isinstance(node, tree.Name) and node.id == name.id


def made_scheduler(frame: Frame, name: str, node: tree.Node, optimizer: Value) -> Value:
    """A new scheduler, identified by this place, of an optimizer."""
    origin = frame.origin("scheduler", node)
    made = Value("scheduler", ref=name, items=(optimizer,), origins=frozenset((origin,)))
    frame.interpreter.tracer.schedulers[origin] = made
    return made


def made_of_class(
    frame: Frame, cls: Class, value: Value, node: tree.Call, first: Value, keywords: Mapping[str, Value]
) -> Value:
    """A new optimizer or scheduler of a class of the project, from its first argument."""
    if cls.is_optimizer:
        return made_optimizer(frame, value, node, first if node.args else keywords.get("params", UNKNOWN))
    optimizer = first if first.kind == "optimizer" else keywords.get("optimizer", first)
    made = made_scheduler(frame, cls.name, node, optimizer)
    return value.with_origins(made.origins)


def made_scaler(frame: Frame, name: str, node: tree.Call) -> Value:
    """A new GradScaler, identified by this place, unless it is disabled."""
    off = any(a.keyword == "enabled" and tree.is_false(a.value) for a in node.args)
    return Value(
        "scaler", ref=name, made_by="disabled" if off else "", origins=frozenset((frame.origin("scaler", node),))
    )
