"""What rules see of tensors that are made on the CPU, and then moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import (
    definitions_of,
    reaching_definition,
    reads_after,
    resolved_expression,
    uses,
)
from torchlint.domain.values import UNKNOWN, YES
from torchlint.finding import Edit, Span
from torchlint.knowledge.call_names import MOVES_TENSORS, READ_OF_TENSORS
from torchlint.knowledge.operations import POINTWISE, Column, full_names, has_column
from torchlint.knowledge.signatures import MAKING_KEYWORDS
from torchlint.queries import CallView
from torchlint.syntax import tree

from . import detect_helpers, detect_repetition

if TYPE_CHECKING:
    from torchlint.queries import File

# torch.tensor and the like copy what they are given, wherever they make it.
# What gives the same numbers on every device; the others differ in rounding, or in what they draw.
_FACTORIES = full_names("create-anew")
# What makes a tensor where another one is.
_LIKE = full_names("create-like")
_ALIKE = full_names("constant")
# Of these, the numbers that are given are a shape.
_SHAPED = full_names("create-from-sizes")
# What computes on whichever device its operand is: these only place the numbers otherwise, those change them.
_PLACING: tuple[Column, ...] = ("reshape", "transpose", "repeat", "rearrange")
_JOINING: tuple[Column, ...] = ("join",)
_COMPUTING: tuple[Column, ...] = (*POINTWISE, "cast")


class Made(NamedTuple):
    """A factory's call, and what is done with its tensor before that is moved."""

    call: CallView
    is_computed_with: bool = False  # numbers are changed on the CPU
    is_named: bool = False  # the tensor has a name in between
    is_sure: bool = True  # whatever else takes part is known to be a number

    def then(self, *, computes: bool = False, named: bool = False, sure: bool = True) -> Made:
        """The same factory, with one more operation behind it."""
        return Made(self.call, self.is_computed_with or computes, self.is_named or named, self.is_sure and sure)


class MoveView(CallView):
    """A call that moves what a factory has just made."""

    __slots__ = ()

    @property
    def made(self) -> Made | None:
        """The factory's call, if it leaves the device open and makes no leaf of a graph."""
        return _made(self.file, self.receiver.node) if self.receiver is not None else None

    @property
    def device(self) -> str:
        """The code of the device that it goes to; empty where it may be something else, or more is asked for."""
        if self.method == "cuda":
            where = [a for a in self.node.args if a.keyword != "non_blocking"]
            is_one = len(where) == 1 and not where[0].star and where[0].keyword in (None, "device")
            return '"cuda"' if not where else self.file.tree.text_of(where[0].value) if is_one else ""
        if (like := self._like) is not None:
            return f"{self.file.tree.text_of(like)}.device"
        given = [a for a in self.node.args if a.keyword not in ("non_blocking", "dtype")]
        if len(given) == 2 and _is_dtype(given[1]):
            given = given[:1]
        if len(given) != 1 or given[0].star or given[0].keyword not in (None, "device"):
            return ""
        node = given[0].value
        known = given[0].keyword == "device" or _is_device(self.file, node)
        return self.file.tree.text_of(node) if known else ""

    @property
    def _like(self) -> tree.Expression | None:
        """The tensor that says where it goes to, and gives it its dtype: `.to(x)`, `.type_as(x)`."""
        if self.method == "cuda" or len(self.node.args) != 1 or self.node.args[0].star:
            return None
        given = self.node.args[0].value
        return given if self.method == "type_as" or _is_tensor(self.file, given) else None

    @property
    def is_repeated(self) -> bool:
        """Whether this runs in each step of a loop, or of a model's forward."""
        return detect_repetition.is_repeated(self)

    @property
    def may_be_repeated(self) -> bool:
        """Whether it goes to where a tensor is that a function is given, which nobody is seen to call."""
        return detect_repetition.may_be_repeated(self, self.device)

    @property
    def keeps_numbers(self) -> bool:
        """Whether the same numbers come out when they are made on the other device."""
        made = self.made
        return made is not None and made.call.names <= _ALIKE and not made.is_computed_with

    @property
    def in_place(self) -> tuple[Edit, ...]:
        """The edits that make it where it is used; empty where another statement makes it, or it is cast, too."""
        made = self.made
        is_cast = self._like is not None or any(a.keyword == "dtype" or _is_dtype(a) for a in self.node.args)
        if made is None or made.is_named or is_cast or self.receiver is None:
            return ()
        return (*made.call.put_last(f"device={self.device}"), Edit(Span(self._dot, self.node.end), ""))

    @property
    def _dot(self) -> int:
        """Where the method begins, past the parentheses around what is moved."""
        assert isinstance(self.node.func, tree.Attribute)
        return self.file.text.rindex(".", self.node.func.value.end, self.node.func.end)


def _is_dtype(argument: tree.Argument) -> bool:
    """Whether an argument without a keyword is the dtype of a tensor: `x.dtype`."""
    return argument.keyword is None and tree.last_name(argument.value) == "dtype"


def _made(file: File, node: tree.Expression) -> Made | None:
    """The one factory that an expression computes with, where all else in it are numbers."""
    if isinstance(node, tree.Name):
        return _named(file, node)
    if isinstance(node, tree.UnaryOp) and node.op == "-":
        made = _made(file, node.operand)
        return made.then(computes=True) if made is not None else None
    if isinstance(node, tree.BinaryOp) and node.op != "@":
        return _among(file, [node.left, node.right], computes=True)
    if isinstance(node, tree.Compare) and len(node.comparators) == 1:
        return _among(file, [node.left, node.comparators[0]], computes=True)
    if isinstance(node, (tree.List, tree.Tuple)):  # of `torch.stack([y, x])`
        return _among(file, node.elements, computes=False)
    if isinstance(node, tree.Subscript) and not _selects_by_values(file, node.index):
        return _made(file, node.value)
    if not isinstance(node, tree.Call):
        return None
    call = CallView(file, node)
    if (made := _made_by_factory(file, call) or _through_call(file, call)) is not None:
        return made
    helped = detect_helpers.made_by_helper(file, node)
    return Made(helped, is_named=True, is_computed_with=True, is_sure=False) if helped is not None else None


def _made_by_factory(file: File, call: CallView) -> Made | None:
    """The call itself, if it is a factory's that leaves the device open."""
    node = call.node
    if file.names.spelled_out(node.func) not in call.names:
        return None  # called through another name, such as a `partial`, which may hold a device or a generator
    keywords = {a.keyword for a in node.args}
    is_open = node.args and not keywords & MAKING_KEYWORDS
    stars = any(a.star == "**" for a in node.args)
    first = node.args[0].value if node.args else None
    if call.names <= _SHAPED and isinstance(first, tree.Constant) and first.value == 0:
        return None  # a shape with a 0 in it: there is nothing to copy
    if not is_open or stars or not call.names:
        return None
    if call.names <= _LIKE and first is not None and _is_of_a_batch(file, first):
        return Made(call, is_sure=False)  # a dataset may keep its tensors on the device
    return Made(call) if call.names <= _FACTORIES else None


def _is_of_a_batch(file: File, given: tree.Expression) -> bool:
    """Whether a name is what a loop takes out of a loader's batches, and nothing has moved it since."""
    definition = reaching_definition(file.tree, given) if isinstance(given, tree.Name) else None
    return definition is not None and definition.kind == "for" and definition.node in file.facts.batch_loops


def _through_call(file: File, call: CallView) -> Made | None:
    """The factory behind an operation that computes on whichever device its operand is."""
    last = call.method or file.names.spelled_out(call.node.func).rpartition(".")[2]
    is_known = has_column(last, *_PLACING, *_COMPUTING, *_JOINING) or _gives_several(file, call.node)
    if not call.names or call.has_stars or not is_known:
        return None
    held = [call.receiver.node] if call.is_tensor_method and call.receiver is not None else []
    operands = [*held, *(argument.value for argument in call.node.args)]
    return _among(file, operands, computes=has_column(last, *_COMPUTING))


def _selects_by_values(file: File, index: tree.Node) -> bool:
    """Whether an index may be a tensor, which would have to be on the same device."""
    if isinstance(index, tree.Tuple):
        return any(_selects_by_values(file, part) for part in index.elements)
    if isinstance(index, (tree.Slice, tree.Constant)):
        return False
    return file.facts.values.get(index, UNKNOWN).kind not in ("number", "none")


def _named(file: File, name: tree.Name) -> Made | None:
    """The factory whose tensor a name has, where a statement of the same block gave it, and nothing else reads it.

    What a model has computed may be written into it in between: that is copied to the CPU for it, and back again.
    """
    syntax = file.tree
    definition = reaching_definition(syntax, name)
    given = _assigned(file, definition)
    if definition is None or given is None or not isinstance(definition.target, tree.Name):
        return None
    moved, around = syntax.statement(name), syntax.parents.get(syntax.statement(name))
    is_choice = isinstance(around, tree.If) and moved in around.body and not around.orelse
    block = syntax.block(definition.node)
    place = around if moved not in block and is_choice and _gives_again(moved, name) else moved
    if place not in block:
        return None
    reads = reads_after(syntax, definition.target, definition.node)
    before = [one for one in reads if place is moved or one.start < moved.end]  # behind it, what has been moved is read
    if name not in before or not all(one is name or _is_filled_by_model(file, one) for one in before):
        return None
    made = _made(file, given)
    return made.then(named=True) if made is not None else None


def _assigned(file: File, definition: Definition | None) -> tree.Expression | None:
    """What gives a name its value: alone, or as one of the grids of `y, x = torch.meshgrid(a, b)`."""
    if definition is None or definition.value is not None:
        return definition.value if definition is not None else None
    source = definition.source
    is_one = isinstance(source, tree.Call) and isinstance(definition.node, tree.Assign)
    return source if is_one and isinstance(source, tree.Call) and _gives_several(file, source) else None


def _gives_several(file: File, node: tree.Call) -> bool:
    """Whether a call gives several tensors with the numbers that it is given: `chunk`, `meshgrid`."""
    return has_column(tree.last_name(node.func), "split") or file.names.spelled_out(node.func) == "torch.meshgrid"


def _gives_again(statement: tree.Node, name: tree.Name) -> bool:
    """Whether a statement gives a name another value, as in `if torch.cuda.is_available(): noise = noise.cuda()`."""
    return any(isinstance(target, tree.Name) and target.id == name.id for target in tree.targets(statement))


def _is_filled_by_model(file: File, use: tree.Name) -> bool:
    """Whether a statement writes a tensor with a graph into a part of a variable: `padded[:, :n] = hidden`."""
    statement = file.tree.statement(use)
    if not isinstance(statement, tree.Assign) or len(statement.targets) != 1:
        return False
    target = statement.targets[0]
    filled = file.facts.values.get(statement.value, UNKNOWN)
    return isinstance(target, tree.Subscript) and target.value is use and filled.is_tensor and filled.grad == YES


def _among(file: File, operands: list[tree.Expression], *, computes: bool) -> Made | None:
    """The first factory of the operands; None unless those without one are numbers, as far as is known."""
    found = {operand: made for operand in operands if (made := _made(file, operand)) is not None}
    if not found:
        return None
    made = next(iter(found.values()))
    others = [_is_number(file, operand, made.call) for operand in operands if operand not in found]
    if False in others:
        return None
    # Where several take part, an edit of one of them would leave the others where they are.
    return made.then(computes=computes, named=len(found) > 1, sure=None not in others)


def _is_number(file: File, node: tree.Expression, factory: CallView) -> bool | None:
    """Whether an operand is a Python number, or a dtype; None if that is unknown."""
    if isinstance(node, (tree.BinaryOp, tree.UnaryOp)):
        parts = [node.left, node.right] if isinstance(node, tree.BinaryOp) else [node.operand]
        known = [_is_number(file, part, factory) for part in parts]
        return False if False in known else None if None in known else True
    if _is_size(file, node) or (isinstance(node, tree.Name) and _is_size_of(factory, node.id)):
        return True
    kind = file.facts.values.get(node, UNKNOWN).kind
    return True if kind in ("number", "external") else None if kind == "unknown" else False


def _is_size(file: File, node: tree.Expression) -> bool:
    """Whether an expression is one dimension of a shape: `x.shape[0]`, `x.size(0)`, or a name for it."""
    found = resolved_expression(file.tree, node)
    if isinstance(found, tree.Subscript):
        return tree.last_name(found.value) == "shape"
    return isinstance(found, tree.Call) and tree.last_name(found.func) == "size" and bool(found.args)


def _is_size_of(factory: CallView, name: str) -> bool:
    """Whether a factory takes a name as one of its numbers, so that it stands for no array."""
    return any(isinstance(a.value, tree.Name) and a.value.id == name and not a.star for a in factory.node.args)


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


def _is_tensor(file: File, given: tree.Expression) -> bool:
    """Whether what a move is given is a tensor: a name whose shape the function reads, if its value isn't known."""
    value = file.facts.values.get(given, UNKNOWN)
    is_known = value.kind not in ("unknown", "batch") and not value.assumed  # a batch may be a dict as well
    if is_known or not isinstance(given, tree.Name):
        return value.is_tensor and is_known
    above = (file.tree.parents.get(one) for one in uses(file.tree, given))
    return any(isinstance(one, tree.Attribute) and one.attr in READ_OF_TENSORS for one in above)


def _is_bound_to_device(file: File, name: tree.Name) -> bool:
    """Whether each definition of a name gives it a device, or it is a parameter that is called so."""
    made = definitions_of(file.tree, name)
    if made and all(one.kind == "parameter" for one in made):
        return "device" in name.id.lower()
    values = [one.value for one in made]  # None for a parameter: whatever a caller gives
    return bool(values) and all(v is not None and not _mentions(v, name.id) and _is_device(file, v) for v in values)


def _mentions(node: tree.Node, name: str) -> bool:
    return any(isinstance(n, tree.Name) and n.id == name for n in tree.walk(node))


def moved_factories(file: File) -> Iterator[MoveView]:
    """Calls that move a tensor that a factory made in the same expression or just before, in source order."""
    for call in file.calls(*MOVES_TENSORS):
        move = MoveView(file, call.node)
        if move.device and move.made is not None:
            yield move
