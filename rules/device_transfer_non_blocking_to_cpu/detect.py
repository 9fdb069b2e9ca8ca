"""What rules see of copies to the CPU that nobody waits for, and of what reads them then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import POINTWISE, Column, full_names, has_column
from torchlint.knowledge.torch_api import method
from torchlint.queries import CallView, View, file_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Operations that read the numbers of a tensor on the CPU, or of tensors in a list; of those that fetch, `cpu` does not.
_READING: tuple[Column, ...] = (
    *POINTWISE,
    *("comparison", "logical", "bitwise", "reduction", "measure", "scan", "product", "gate", "integer"),
    *("values-and-indices", "join", "repeat", "gather", "rearrange", "fetch", "cast"),
)
_LOOKING: tuple[Column, ...] = ("detach", "reshape", "transpose", "adds-dimension")
_READERS = full_names(*_READING) | {"torch.save"}
_BUILTINS = frozenset(("float", "int", "bool", "print"))


@dataclass(frozen=True, slots=True, eq=False)
class HostCopy(CallView):
    """A call that starts a copy to the CPU, itself or in a function, and the first place that reads what is copied."""

    node: tree.Call
    read: tree.Node
    is_started_here: bool  # whether the call itself is `x.to("cpu", non_blocking=True)`

    @property
    def reader(self) -> View:
        """The code that reads it."""
        return View(self.file, self.read)

    @property
    def blocking(self) -> tuple[Edit, ...]:
        """The edit that lets the copy be waited for."""
        if not self.is_started_here:
            return ()
        place = next(i for i, a in enumerate(self.node.args) if a.keyword == "non_blocking")
        return (Edit(Span(self.node.args[place - 1].end, self.node.args[place].end), ""),) if place else ()


def unfinished_copies(file: File) -> Iterator[HostCopy]:
    """Copies to the CPU that are read before anything has waited for them, in source order."""
    for call in file.tree.all(tree.Call):
        is_started_here = _is_unwaited(file, call)
        if (is_started_here or _returns_copy(file, call)) and (read := _first_read(file, call)) is not None:
            yield HostCopy(file, call, read, is_started_here)


def _returns_copy(file: File, call: tree.Call) -> bool:
    """Whether a function of the project returns a copy that it has started, and does not wait for it."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    if function is None or function.is_generator or "non_blocking" not in function.unit.tree.text:
        return False
    around = file_around(file, function.node)
    if around is None:
        return False
    values = [one.value for one in around.tree.own(function.node, tree.Return)]
    made = [resolved_expression(around.tree, one) if one is not None else None for one in values]
    if not made or not all(isinstance(one, tree.Call) and _is_unwaited(around, one) for one in made):
        return False
    return not any(map(_waits, around.tree.own(function.node, tree.Call)))


def _is_unwaited(file: File, call: tree.Call) -> bool:
    """Whether a call is `x.to("cpu", non_blocking=True)`, of no module."""
    if not isinstance(call.func, tree.Attribute) or call.func.attr != "to" or not call.args:
        return False
    unwaited = any(a.keyword == "non_blocking" and tree.is_true(a.value) for a in call.args)
    if not unwaited or call.args[0].keyword not in (None, "device"):
        return False
    to = call.args[0].value
    if isinstance(to, tree.Call) and file.names.spelled_out(to.func) == "torch.device" and to.args:
        to = to.args[0].value
    is_host = isinstance(to, tree.Constant) and to.value == "cpu"
    return is_host and file.value(call.func.value).value.kind in ("tensor", "output", "unknown", "batch")


def _first_read(file: File, call: tree.Call) -> tree.Node | None:
    whole = _looked_at(file, call)
    above = file.tree.parents.get(whole)
    outer = file.tree.parents.get(above) if isinstance(above, (tree.Attribute, tree.Argument)) else above
    if outer is not None and _reads(file, outer, lambda one: one is whole):
        return outer
    statement = file.tree.statement(call)
    holder = _holder(whole, statement)
    if holder is None:
        return None
    scope = file.tree.scope(call)
    held = {holder}

    def is_held(one: tree.Node) -> bool:
        return isinstance(one, tree.Name) and one.id in held

    for node in file.tree.once(_in_order, scope):
        if node.start < statement.end:
            continue
        if isinstance(node, tree.Assign) and any(isinstance(t, tree.Name) and t.id in held for t in node.targets):
            bound = {t.id for t in node.targets if isinstance(t, tree.Name)}
            if not any(_reads(file, part, is_held) for part in tree.walk(node.value)):
                held -= bound
        if isinstance(node, tree.Call) and _keeps(node, held):
            held.add(node.func.value.id)  # type: ignore[attr-defined]  # _keeps says so
        elif _reads(file, node, is_held):
            return node
        elif _waits(node):
            return None
    return None


def _looked_at(file: File, node: tree.Expression) -> tree.Expression:
    """The tensor with the same memory that comes of a tensor at last: `x.detach().T` of `x`."""
    above = file.tree.parents.get(node)
    while isinstance(above, tree.Attribute) and has_column(above.attr, *_LOOKING):
        outer = file.tree.parents.get(above)
        node = outer if isinstance(outer, tree.Call) and outer.func is above else above
        above = file.tree.parents.get(node)
    return node


def _holder(call: tree.Expression, statement: tree.Node) -> str | None:
    """The name that a statement gives to the copy, or the name of the list that it puts it into."""
    if isinstance(statement, tree.Assign) and statement.value is call and len(statement.targets) == 1:
        return target.id if isinstance(target := statement.targets[0], tree.Name) else None
    put = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    if not isinstance(put, tree.Call) or [a.value for a in put.args] != [call]:
        return None
    if not isinstance(put.func, tree.Attribute) or put.func.attr != "append":
        return None
    return into.id if isinstance(into := put.func.value, tree.Name) else None


def _in_order(syntax: tree.Tree, scope: tree.Node) -> list[tree.Node]:
    """All that a scope is made of, by where it begins; what holds others stands before them."""
    return sorted(syntax.nodes if scope is syntax.root else tree.walk(scope), key=lambda n: (n.start, -n.end))


def _keeps(call: tree.Call, held: set[str]) -> bool:
    """Whether something held is put into a list that has a name."""
    func = call.func
    is_append = isinstance(func, tree.Attribute) and func.attr == "append" and isinstance(func.value, tree.Name)
    return is_append and any(isinstance(a.value, tree.Name) and a.value.id in held for a in call.args)


def _reads(file: File, node: tree.Node, is_held: Callable[[tree.Node], bool]) -> bool:
    """Whether some code reads the numbers of something held."""
    if isinstance(node, tree.Call):
        if isinstance(node.func, tree.Attribute) and is_held(node.func.value):
            return _is_reading(node.func.attr)
        name = file.names.spelled_out(node.func)
        reads = name in _READERS or name.startswith("numpy.") or name in _BUILTINS
        return reads and any(is_held(a.value) for a in node.args)
    if isinstance(node, tree.BinaryOp):
        return is_held(node.left) or is_held(node.right)
    return isinstance(node, tree.Subscript) and is_held(node.index)


def _is_reading(name: str) -> bool:
    """Whether a tensor's method reads its numbers, though they may not have come yet."""
    return name == "clone" or (name != "cpu" and has_column(name, *_READING))


def _waits(node: tree.Node) -> bool:
    """Whether some code waits for the device: a blocking copy, or a word for waiting."""
    if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute):
        return False
    if node.func.attr == "to":
        unwaited = any(a.keyword == "non_blocking" and tree.is_true(a.value) for a in node.args)
        return not unwaited and any(isinstance(a.value, tree.Constant) and a.value.value == "cpu" for a in node.args)
    known = method(node.func.attr)
    return (known is not None and known.sync) or has_column(node.func.attr, "wait", of="torch.accelerator")
