"""What rules see of tensors that are made on the CPU, and moved in the same expression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import MAKING_KEYWORDS
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# torch.tensor and the like copy what they are given, wherever they make it.
# What gives the same numbers on every device; the others differ in rounding, or in what they draw.
_FACTORIES = full_names("create-anew")
_ALIKE = full_names("constant")
# Of these, the numbers that are given are a shape.
_SHAPED = full_names("create-from-sizes")
_MOVES = ("torch.Tensor.to", "torch.Tensor.cuda")


class MoveView(CallView):
    """A call that moves what a factory has just made."""

    __slots__ = ()

    @property
    def made(self) -> CallView | None:
        """The factory's call, if it leaves the device open and makes no leaf of a graph."""
        held = self.receiver.node if self.receiver is not None else None
        if not isinstance(held, tree.Call):
            return None
        call = CallView(self.file, held)
        if self.file.names.spelled_out(held.func) not in call.names:
            return None  # by another name, as of a `partial`, which may hold a device or a generator
        keywords = {a.keyword for a in held.args}
        is_open = held.args and not keywords & MAKING_KEYWORDS
        stars = any(a.star == "**" for a in held.args)
        first = held.args[0].value if held.args else None
        if call.names <= _SHAPED and isinstance(first, tree.Constant) and first.value == 0:
            return None  # a shape with a zero in it: there is nothing to copy
        return call if is_open and not stars and call.names and call.names <= _FACTORIES else None

    @property
    def device(self) -> str:
        """The code of the device that it goes to; empty where it may be something else, or more is asked for."""
        if self.method == "cuda":
            return '"cuda"' if not self.node.args else ""
        given = [a for a in self.node.args if a.keyword != "non_blocking"]
        if len(given) != 1 or given[0].star or given[0].keyword not in (None, "device"):
            return ""
        node = given[0].value
        known = given[0].keyword == "device" or _is_device(self.file, node)
        return self.file.tree.text_of(node) if known else ""

    @property
    def is_repeated(self) -> bool:
        """Whether this runs again and again: in a loop, or in the forward of a module."""
        function = self.function
        owner = function.owner if function is not None else None
        runs_often = owner is not None and owner.is_module and function is not None and function.name == "forward"
        return runs_often or self.loop is not None or self._is_in_comprehension

    @property
    def _is_in_comprehension(self) -> bool:
        found = self.file.tree.above(self.node, tree.Comprehension, tree.FunctionDef)
        return isinstance(found, tree.Comprehension)

    @property
    def keeps_numbers(self) -> bool:
        """Whether the same numbers come out when they are made on the other device."""
        return self.made is not None and self.made.names <= _ALIKE

    @property
    def in_place(self) -> tuple[Edit, ...]:
        """The edits that make it on the device where it is used."""
        made = self.made
        if made is None:
            return ()
        return (*made.put_last(f"device={self.device}"), Edit(Span(made.node.end, self.node.end), ""))


def _is_device(file: File, node: tree.Expression) -> bool:
    """Whether an expression is certainly a device: a text that names one, torch.device(...), or a `.device`."""
    if isinstance(node, tree.Constant):
        return isinstance(node.value, str)
    if isinstance(node, tree.Attribute):
        return node.attr == "device"
    if isinstance(node, tree.Conditional):
        return _is_device(file, node.body) and _is_device(file, node.orelse)
    if isinstance(node, tree.Call):
        return file.names.spelled_out(node.func) in ("torch.device", "torch.cuda.current_device")
    return isinstance(node, tree.Name) and _is_bound_to_device(file, node)


def _is_bound_to_device(file: File, name: tree.Name) -> bool:
    """Whether each definition of a name gives it a device."""
    values = [one.value for one in definitions_of(file.tree, name)]  # None for a parameter: whatever a caller gives
    return bool(values) and all(v is not None and not _mentions(v, name.id) and _is_device(file, v) for v in values)


def _mentions(node: tree.Node, name: str) -> bool:
    return any(isinstance(n, tree.Name) and n.id == name for n in tree.walk(node))


def moved_factories(file: File) -> Iterator[MoveView]:
    """Calls that move a tensor that was made in the same expression, in source order."""
    for call in file.calls(*_MOVES):
        move = MoveView(file, call.node)
        if move.made is not None and move.device:
            yield move
