"""The autocast contexts around some code, and their types: through names, conditions and tables of types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions
from torchlint.flow.facts import ForwardFact
from torchlint.knowledge.operations import full_names, operations
from torchlint.knowledge.torch_api import canonical
from torchlint.queries.file import CallView
from torchlint.queries.gradients.dtypes import named_dtype
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_AUTOCASTS = frozenset(name for name in full_names("mixed-precision", of="torch.amp") if name.endswith(".autocast"))
_TURNS_OFF = operations("grad-off", of="torch.autograd")
_DEEPEST = 5


@dataclass(frozen=True, slots=True)
class Autocast:
    """A call that creates an autocast context.

    Example:
        context = gradients.autocast_around(file, loss.node)
        if context is not None and context.types == {"float16"}:
            yield finding(loss, "is computed in float16")
    """

    node: tree.Call  # the call
    types: frozenset[str]  # what it may compute in; "" is a type that is not known, and none where it is switched off


def enters_autocast(file: File) -> bool:
    """Whether the file contains an autocast context at all."""
    return any(file.named_calls(*_AUTOCASTS))


@query
def only_leaves_autocast(file: File) -> bool:
    """Whether the file has autocast contexts, and all of them switch autocast off: `enabled=False`."""
    found = [one for call in file.named_calls(*_AUTOCASTS) if (one := _of_call(call)) is not None]
    return bool(found) and not any(one.types for one in found)


def autocast_around(file: File, node: tree.Node) -> Autocast | None:
    """The innermost autocast context that a `with` enters around some code of its function, or that decorates that."""
    for outer in file.tree.around(node):
        for item in reversed(outer.items) if isinstance(outer, tree.With) else ():
            if (found := _entered(file, item.context)) is not None:
                return found
        if isinstance(outer, tree.FunctionDef):
            return _decorating(file, outer)
    return None


def _decorating(file: File, function: tree.FunctionDef) -> Autocast | None:
    """The autocast context that a function runs in as a whole: `@torch.autocast("cuda")`."""
    contexts = (_entered(file, decorator) for decorator in reversed(function.decorators))
    return next((one for one in contexts if one is not None), None)


def autocast_of_forward(file: File, fact: ForwardFact) -> Autocast | None:
    """The innermost autocast context around the call of a model, or around the calls that led there, in this file.

    That which decorates its forward is inside of all of them.
    """
    forward = fact.model.ref.method("forward") if isinstance(fact.model.ref, Class) else None
    if forward is not None and isinstance(forward.node, tree.FunctionDef) and file.holds(forward.node):
        if (inside := _decorating(file, forward.node)) is not None:
            return inside
    places = (node for node in (fact.node, *reversed(fact.where.chain)) if file.holds(node))
    return next((found for node in places if (found := autocast_around(file, node)) is not None), None)


def autocast_in_forward(file: File, fact: ForwardFact) -> Autocast | None:
    """The first autocast context that the forward of a model of this file enters for a part of it, with gradients.

    None for what it enters without them, as around a frozen part, or only in eval mode: `if not self.training:`.

    Example:
        context = gradients.autocast_of_forward(file, fact) or gradients.autocast_in_forward(file, fact)
    """
    forward = fact.model.ref.method("forward") if isinstance(fact.model.ref, Class) else None
    if forward is None or not file.holds(forward.node):
        return None
    withs = (one for one in file.tree.own(forward.node, tree.With) if not _is_without_gradients(file, one))
    entered = (item.context for one in withs for item in one.items)
    found = (_entered(file, context) for context in entered)
    return next((one for one in found if one is not None and one.types), None)


def _is_without_gradients(file: File, entered: tree.With) -> bool:
    """Whether code in a forward is not differentiated in training: under `no_grad`, or a condition on the mode."""
    for around in (entered, *file.tree.around(entered)):
        if isinstance(around, tree.FunctionDef):
            return False
        items = around.items if isinstance(around, tree.With) else []
        calls = [one.context for one in items if isinstance(one.context, tree.Call)]
        if any(tree.last_name(call.func) in _TURNS_OFF for call in calls):
            return True
        if isinstance(around, tree.If) and tree.last_name(_asked(around.test)) == "training":
            is_in_eval_mode = _asked(around.test) is not around.test
            if is_in_eval_mode is (entered.start < around.body[-1].end):
                return True
    return False


def _asked(test: tree.Expression) -> tree.Expression:
    return test.operand if isinstance(test, tree.UnaryOp) and test.op == "not" else test


def _entered(file: File, context: tree.Node) -> Autocast | None:
    """What a `with` enters, if that is autocast on at least one way; None if it is something else."""
    calls = [node for node in _alternatives(file, context) if isinstance(node, tree.Call)]
    found = [one for call in calls if (one := _of_call(CallView(file, call))) is not None]
    return Autocast(found[0].node, frozenset().union(*(one.types for one in found))) if found else None


def _of_call(call: CallView) -> Autocast | None:
    name = canonical(call.file.names.spelled_out(call.callee.node))
    if name not in _AUTOCASTS:
        return None
    of_cuda = name.startswith("torch.cuda.")
    enabled = call.argument(0 if of_cuda else 2, "enabled")
    dtype = call.argument(1, "dtype")
    if call.has_stars or (enabled is not None and enabled.is_literally is False):
        return Autocast(call.node, frozenset())
    if dtype is not None:
        return Autocast(
            call.node, frozenset(named_dtype(call.file, node) for node in _alternatives(call.file, dtype.node))
        )
    return Autocast(call.node, frozenset(("float16",) if of_cuda else _by_default(call)))


def _by_default(call: CallView) -> Iterator[str]:
    """The types that autocast chooses for the devices that it may be given: float16 on a GPU, bfloat16 on a CPU.

    Of a device that a condition chooses, the GPU counts: programs are tried on a CPU, and run on a GPU.
    """
    device = call.argument(0, "device_type")
    kinds = [
        node.value if isinstance(node, tree.Constant) else None
        for node in (_alternatives(call.file, device.node) if device is not None else ())
    ]
    if any(isinstance(kind, str) and kind.startswith("cuda") for kind in kinds):
        yield "float16"
    elif all(isinstance(kind, str) for kind in kinds):
        yield "bfloat16"
    if not all(isinstance(kind, str) for kind in kinds):
        yield from ("float16", "")  # on a GPU, which nothing here says


def _alternatives(file: File, node: tree.Node, depth: int = 0) -> Iterator[tree.Node]:
    """What an expression may stand for: both sides of a condition, each value of a table, all that a name is given."""
    parts: list[tree.Node | None] = []
    if isinstance(node, tree.Conditional):
        parts = [node.body, node.orelse]
    elif isinstance(node, tree.Subscript) and isinstance(node.value, tree.Dict):
        parts = [*node.value.values]
    elif isinstance(node, tree.Name):
        parts = [one.value if one is not None else None for one in reaching_definitions(file.tree, node)]
    if depth > _DEEPEST or not parts or None in parts:
        yield node
    for part in parts if depth <= _DEEPEST else ():
        if part is not None:
            yield from _alternatives(file, part, depth + 1)
