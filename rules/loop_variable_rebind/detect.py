"""Loops that give their own variable a new tensor, which nothing reads: what they go over stays as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of, reaching_definitions, reads_after, uses_reached_by
from torchlint.knowledge.call_names import LISTS_WEIGHTS
from torchlint.knowledge.operations import POINTWISE, has_column
from torchlint.knowledge.torch_api import fact, method
from torchlint.queries import ExpressionView, View, api
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_AROUND = frozenset(("enumerate", "zip", "list", "tuple", "sorted", "reversed", "tqdm"))
_OF_DICTS = frozenset(("items", "values"))


@dataclass(frozen=True)
class LoopRebind(View):
    """A new tensor that only becomes the loop's variable: `t.to(device)`, `w * decay`."""

    element: tree.Expression  # the variable, as it is read there
    iterated: View
    is_of_parameters: bool  # whether the loop goes over the parameters of a model
    lost: View | None = None  # a change of the new tensor in place, which nothing reads

    @property
    def receiver(self) -> ExpressionView:
        """The element of which it is made."""
        return ExpressionView(self.file, self.element)

    @property
    def is_on_a_tensor(self) -> bool:
        """Whether what the loop hands out is surely a tensor: a module would move itself."""
        value = self.receiver.value
        is_known = (value.kind == "tensor" and not value.assumed) or value.kind == "batch"
        is_of_tensors = isinstance(self.node, tree.Call) and self.file.names.spelled_out(self.node.func).startswith(
            "torch.nn.functional."
        )
        return is_known or (is_of_tensors and value.kind == "unknown")

    @property
    def is_a_copy(self) -> bool:
        """Whether it is a new object, whatever the loop hands out."""
        return _is_copy(self.node)

    @property
    def is_on_a_module(self) -> bool:
        """Whether what the loop hands out is a module, which changes itself."""
        return self.receiver.value.kind == "module"

    @property
    def is_declared_otherwise(self) -> bool:
        """Whether an annotation says that the elements are objects of another class: `metrics: dict[str, Metric]`."""
        root = self.iterated.node
        given = definitions_of(self.file.tree, root) if isinstance(root, tree.Name) else ()
        classes = [_element_class(self.file, one.node) for one in given]
        return bool(classes) and all(classes)

    @property
    def instead(self) -> str:
        """What to write: entries of a dict are assigned by their keys, a list is made again."""
        loop, kept = self.file.tree.above(self.node, tree.For), self.iterated
        over = tree.last_name(loop.iter.func) if isinstance(loop, tree.For) and isinstance(loop.iter, tree.Call) else ""
        if over == "items" and isinstance(loop, tree.For) and isinstance(loop.target, tree.Tuple):
            return f"write `{kept}[{self.file.tree.text_of(loop.target.elements[0])}] = {self}`"
        if over in _OF_DICTS:
            return f"iterate over `{kept}.items()`, and assign to its keys"
        if _listed(kept.node):
            return "assign to each name"
        if self.file.tree.above(self.node, tree.If, tree.For) is not loop:
            return "collect the results in a new list"
        return f"write `{kept} = [{self} for {self.receiver} in {kept}]`"


def loop_rebinds(file: File) -> Iterator[LoopRebind]:
    """Each such call, in source order."""
    for loop in file.tree.all(tree.For):
        for assign in _statements(loop.body):
            found = _rebind(file, loop, assign)
            if found is not None:
                yield found


def _statements(body: list[tree.Statement]) -> Iterator[tree.Assign]:
    """The assignments of a body, under conditions too."""
    for statement in body:
        if isinstance(statement, tree.Assign):
            yield statement
        elif isinstance(statement, tree.If):
            yield from _statements(statement.body)


def _rebind(file: File, loop: tree.For, assign: tree.Assign) -> LoopRebind | None:
    target, made = assign.targets[0], assign.value
    if len(assign.targets) != 1 or not isinstance(target, tree.Name):
        return None
    element = _element(file, made, target.id)
    if element is None or all(one is None or one.node is not loop for one in reaching_definitions(file.tree, element)):
        return None  # no longer an element
    iterated = _iterated(loop, target.id)
    if iterated is None:
        return None
    reads = reads_after(file.tree, target, assign)
    changes = [_change_in_place(file, one) for one in reads] if _is_new(made) else [None for _ in reads]
    lost = next(iter(changes), None)
    if None in changes:
        return None  # read, or it may be the element itself
    if lost is None and not _outlives(file, loop, iterated):
        return None
    return LoopRebind(file, made, element, View(file, iterated), _is_over_parameters(loop), lost)


def _is_new(made: tree.Node) -> bool:
    """Whether a tensor surely has memory of its own: not a view, nor the tensor itself, as `t.to(device)` may be."""
    name = tree.last_name(made.func) if isinstance(made, tree.Call) else ""
    return _is_copy(made) or has_column(name, *POINTWISE, "rearrange", "gather", "join")


def _is_copy(made: tree.Node) -> bool:
    """Whether whatever has such an operation makes a new object by it."""
    return isinstance(made, tree.BinaryOp) or (isinstance(made, tree.Call) and tree.last_name(made.func) == "clone")


def _change_in_place(file: File, read: tree.Name) -> View | None:
    """The statement that does nothing but change a tensor in place: `t.copy_(new)`, `t[0] = 1`."""
    above = file.tree.parents.get(read)
    call = file.tree.parents.get(above) if above is not None else None
    if isinstance(above, tree.Subscript) and above.value is read:
        return View(file, call) if isinstance(call, tree.Assign) and call.targets == [above] else None
    known = method(above.attr) if isinstance(above, tree.Attribute) else None
    is_change = known is not None and known.inplace and isinstance(call, tree.Call) and call.func is above
    return View(file, call) if is_change and call is not None and api.is_discarded(View(file, call)) else None


def _element(file: File, made: tree.Node, name: str) -> tree.Name | None:
    """The variable of a loop of which another tensor is made, by a method, a function or arithmetic."""
    if isinstance(made, tree.Call):
        func = made.func
        first = tree.positional(made, 0)
        if isinstance(first, tree.Name) and first.id == name and _is_pure_function(file, func):
            return first
        is_made = isinstance(func, tree.Attribute) and _is_pure(func.attr) and tree.dotted(func.value) == name
        return tree.root_name(func.value) if is_made and isinstance(func, tree.Attribute) else None
    if not isinstance(made, tree.BinaryOp) or any(isinstance(node, tree.Call) for node in tree.walk(made)):
        return None  # what is called there may do something else
    names = (node for node in tree.walk(made) if isinstance(node, tree.Name) and node.id == name)
    return next((one for one in names if file.value(one).value.kind == "tensor"), None)


def _is_over_parameters(loop: tree.For) -> bool:
    return any(isinstance(node, tree.Attribute) and node.attr in LISTS_WEIGHTS for node in tree.walk(loop.iter))


def _is_pure(name: str) -> bool:
    """Whether a method of tensors returns another tensor, and does nothing else."""
    known = method(name)
    return known is not None and known.kind == "method" and known.returns == "tensor" and not name.endswith("_")


def _is_pure_function(file: File, func: tree.Expression) -> bool:
    """Whether a function of PyTorch's makes a tensor of what it is given: `F.pad`, `torch.as_tensor`."""
    name = file.names.spelled_out(func)
    known = fact(name) if name.startswith("torch.") else None
    return known is not None and known.kind == "function" and known.returns == "tensor" and not name.endswith("_")


def _iterated(loop: tree.For, name: str) -> tree.Expression | None:
    """What a loop's variable is an element of: a name, an attribute, or names that are listed there."""
    targets = loop.target.elements if isinstance(loop.target, tree.Tuple) else [loop.target]
    place = next((n for n, t in enumerate(targets) if isinstance(t, tree.Name) and t.id == name), None)
    over = loop.iter
    while isinstance(over, tree.Call):
        called, args = over.func, over.args
        if isinstance(called, tree.Attribute) and called.attr in _OF_DICTS and not args:
            over, place = called.value, 0 if place == len(targets) - 1 else None
        elif isinstance(called, tree.Attribute) and called.attr in LISTS_WEIGHTS and not args:
            over, place = called.value, 0 if place is not None and place <= 1 else None
        elif tree.dotted(called) == "zip" and place is not None and place < len(args):
            over, place = args[place].value, 0
        elif tree.dotted(called) in _AROUND and args:
            over, place = args[0].value, 0 if place == len(targets) - 1 else None
        else:
            return None
    plain = len(targets) == 1 or over is not loop.iter
    return over if place is not None and plain and (tree.dotted(over) is not None or _listed(over)) else None


def _listed(over: tree.Node) -> list[tree.Name]:
    """The names that a loop goes over one by one: `for part in (images, labels):`."""
    parts = over.elements if isinstance(over, (tree.Tuple, tree.List)) else []
    names = [one for one in parts if isinstance(one, tree.Name)]
    return names if len(names) == len(parts) else []


def _element_class(file: File, parameter: tree.Node) -> str:
    """The class of the elements of what a parameter is annotated as; empty for tensors, and where none is named."""
    annotation = parameter.annotation if isinstance(parameter, tree.Parameter) else None
    if not isinstance(annotation, tree.Subscript):
        return ""
    of_what = annotation.index.elements[-1] if isinstance(annotation.index, tree.Tuple) else annotation.index
    name = file.names.spelled_out(of_what) if tree.dotted(of_what) is not None else ""
    return "" if name.rpartition(".")[2] in ("", "Tensor", "Any", "object") else name


def _is_read_behind(file: File, loop: tree.For, name: tree.Name) -> bool:
    """Whether the value that a variable has in a loop is read further down."""
    given = (one.node for one in reaching_definitions(file.tree, name) if one is not None)
    return any(read.start >= loop.end for node in given for read in uses_reached_by(file.tree, name, node))


def _outlives(file: File, loop: tree.For, iterated: tree.Expression) -> bool:
    """Whether what is gone over is used after the loop: there, by whoever has given it, or by the object."""
    if _listed(iterated):
        return any(_is_read_behind(file, loop, one) for one in _listed(iterated))
    if not isinstance(iterated, tree.Name):
        return True
    if any(one.kind == "parameter" for one in definitions_of(file.tree, iterated)):
        return True
    return bool(reads_after(file.tree, iterated, loop))
