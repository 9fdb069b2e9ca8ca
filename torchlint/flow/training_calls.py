"""Calls that training consists of: methods of optimizers, schedulers and scalers, and gradient clipping."""

from __future__ import annotations

from torchlint.binding.symbols import Class, Function, class_of, module_has_parameters
from torchlint.domain.values import NONE, NUMBER, UNKNOWN, Value
from torchlint.flow.interpreter import call_value, evaluate
from torchlint.flow.precision import note_step
from torchlint.flow.state import Frame
from torchlint.flow.training_steps import acts_in_environment, note
from torchlint.knowledge.call_names import LEAVES_RATES
from torchlint.knowledge.naming_conventions import names_scheduler
from torchlint.knowledge.operations import WITHOUT_ARITHMETIC, has_column, operations
from torchlint.knowledge.torch_api import method
from torchlint.syntax import tree

# Methods of tensors that clear gradients by hand.
_CLEARS = operations("fill")


def holder_of(node: tree.Call) -> tree.Node | None:
    """The receiver of a method call."""
    return node.func.value if isinstance(node.func, tree.Attribute) else None


def optimizer_method(frame: Frame, receiver: Value, name: str, args: list[Value], node: tree.Call) -> None:
    """An optimizer clears gradients or steps; a step with a closure runs the closure first."""
    if name == "zero_grad":
        note(frame, "zero", node, receiver, name=holder_of(node))
    elif name == "step":
        closure = args[0] if args else NONE
        is_seen = closure.kind in ("function", "method")
        if is_seen:
            call_value(frame, closure, [], {}, node)
        note_step(frame, receiver, node)
        note(frame, "step", node, receiver, "closure" if node.args and not is_seen else "", name=holder_of(node))


def own_step(frame: Frame, receiver: Value, method: Function | None, args: list[Value], node: tree.Call) -> None:
    """A method of the project's own optimizer or scheduler has stepped, unless it lets another optimizer do so."""
    if method is None:
        return
    note_rates(frame, receiver, method, node)
    if method.name != "step" or not class_of(receiver).is_optimizer:
        return
    if _lets_another_step(class_of(receiver), method, set()):
        return
    is_seen = bool(args) and args[0].kind in ("function", "method", "none")
    frame.note_action("step")
    note(frame, "step", node, receiver, "closure" if node.args and not is_seen else "", name=holder_of(node))


def note_rates(frame: Frame, receiver: Value, method: Function, node: tree.Call) -> None:
    """A scheduler of a class of the project has stepped, or has set the learning rates under another name."""
    if not class_of(receiver).is_scheduler:
        return
    if method.name == "step":
        note(frame, "schedule", node, receiver, "argument" if node.args else "", name=holder_of(node))
    elif method.name not in LEAVES_RATES and _steps_or_sets_rates(method):
        note(frame, "schedule", node, receiver, "argument", name=holder_of(node))  # in an order of its own


def _steps_or_sets_rates(method: Function) -> bool:
    """Whether a method of a scheduler steps it under another name, or writes `group["lr"]` itself."""
    if _lets_another_step(method.owner, method, set()) if method.owner is not None else False:
        return True
    parts = (part for assign in method.unit.tree.inside(method.node, tree.Assign) for part in assign.targets)
    return any(isinstance(part, tree.Subscript) and tree.string_of(part.index) == "lr" for part in parts)


def _lets_another_step(cls: Class, method: Function, seen: set[Function]) -> bool:
    """Whether a method, or one of the same object that it calls, calls the `step` of something."""
    seen.add(method)
    calls = method.unit.tree.inside(method.node, tree.Call)
    if any(tree.last_name(call.func) == "step" for call in calls):
        return True
    names = (tree.dotted(call.func) or "" for call in calls)
    own = (cls.method(name.removeprefix("self.")) for name in names if name.startswith("self."))
    return any(_lets_another_step(cls, one, seen) for one in own if one is not None and one not in seen)


def scheduler_method(frame: Frame, receiver: Value, name: str, node: tree.Call) -> None:
    """A scheduler steps; timm's have a second method, which is called after each step of the optimizer."""
    if name in ("step", "step_update"):
        note(frame, "schedule", node, receiver, "argument" if node.args else "", name=holder_of(node))


def scaler_method(frame: Frame, receiver: Value, name: str, args: list[Value], node: tree.Call) -> Value:
    """The result of a GradScaler's method: a scaled loss, or nothing."""
    if name == "scale" and args:
        return (
            args[0]
            if receiver.made_by == "disabled"
            else args[0].with_origins(frozenset((frame.origin("scaled", node),)))
        )
    if name == "step" and args:
        frame.note_action("step")
        note(frame, "step", node, args[0], "scaler", name=tree.positional(node, 0))
        return NONE
    if name == "unscale_" and args:
        note(frame, "unscale", node, args[0], name=tree.positional(node, 0))
        return NONE
    if name == "update" and not node.args:
        note(frame, "update", node, receiver, name=holder_of(node))
        return NONE
    return NUMBER if name.startswith(("get_", "is_")) else NONE if name in ("update", "load_state_dict") else UNKNOWN


def unknown_method(frame: Frame, receiver: Value, name: str, args: list[Value], node: tree.Call) -> Value | None:
    """The result of a method of an unknown object, if its name and arguments indicate training; else None."""
    holder = holder_of(node)
    text = tree.dotted(holder) or ""
    tracer = frame.interpreter.tracer
    if name == "zero_grad":
        frame.note_action("zero_grad")
        note(frame, "zero", node, receiver, name=holder)
        return NONE
    if name == "scale" and len(args) == 1:
        tracer.scalers.add(text)
        return args[0].with_origins(receiver.origins | {frame.origin("scaled", node)})
    if name in ("step", "unscale_") and len(args) == 1 and (args[0].kind == "optimizer" or text in tracer.scalers):
        return scaler_method(frame, receiver, name, args, node)
    if name == "update" and not args and text in tracer.scalers:
        return scaler_method(frame, receiver, name, args, node)
    if name == "step" and (_may_be_a_scheduler(receiver) or names_scheduler(text.rpartition(".")[2])):
        note(frame, "schedule", node, receiver, "argument" if node.args else "", name=holder)
        return NONE
    if name in LEAVES_RATES and _may_be_a_scheduler(receiver):
        return UNKNOWN
    if name == "step" and not acts_in_environment(frame, node, args):
        frame.note_action("step")
        if not node.args:
            note(frame, "step", node, receiver, name=holder)
        return NONE
    if name.startswith("clip_grad"):  # of an engine: `accelerator.clip_grad_norm_`, `fabric.clip_gradients`
        note(frame, "clip", node, args[0] if args else UNKNOWN, "engine")
        return UNKNOWN
    return None


def _may_be_a_scheduler(receiver: Value) -> bool:
    """Whether a value is a scheduler of the project, or may be one."""
    if isinstance(receiver.ref, Class):
        return receiver.ref.is_scheduler
    return any(origin.what == "scheduler" for origin in receiver.origins)


def note_change_by_hand(frame: Frame, node: tree.Call) -> None:
    """`p.grad.zero_()`, `p.grad.data.mul_(2)`: a gradient is changed in place."""
    func = node.func
    if not isinstance(func, tree.Attribute) or not isinstance(func.value, tree.Attribute):
        return
    held: tree.Node = func.value
    if func.value.attr == "data":
        held = func.value.value
    if not isinstance(held, tree.Attribute) or held.attr != "grad":
        return
    known = method(func.attr)
    if known is not None and known.inplace and not has_column(func.attr, *WITHOUT_ARITHMETIC):
        note(frame, "zero" if func.attr in _CLEARS else "write", node, UNKNOWN, "hand")


def note_grad_bound(frame: Frame, target: tree.Attribute, value: Value) -> None:
    """`p.grad = None`, or another gradient."""
    if target.attr == "grad":
        note(frame, "zero" if value.kind == "none" else "write", target, UNKNOWN, "hand")


def note_replaced(frame: Frame, target: tree.Expression, owner: Value, value: Value) -> None:
    """`model.fc = nn.Linear(8, 2)`, `model.head[3] = ...`: a submodule is replaced by a new one.

    Where nothing is known of the part that holds it, as of `model.head` of another library, it is one of the model.
    """
    if value.kind != "module" or not isinstance(value.source, tree.Call) or not module_has_parameters(value):
        return
    holder = target.value if isinstance(target, (tree.Attribute, tree.Subscript)) else None
    is_inside = False
    while owner.kind == "unknown" or (owner.kind == "module" and owner.source is None):
        if not isinstance(holder, (tree.Attribute, tree.Subscript)):
            return
        holder, is_inside = holder.value, True
        owner = evaluate(frame, holder)
    is_known = not is_inside or not isinstance(owner.ref, Class)  # an attribute of the project's may be no module
    if owner.kind == "module" and owner.source is not None and is_known:
        note(frame, "replace", target, owner)
