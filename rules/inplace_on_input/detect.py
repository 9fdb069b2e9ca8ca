"""Tensors that a function is given and changes in place, while whoever has given them goes on to use them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definition, reads_after, resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import VIEWS, WITHOUT_ARITHMETIC, Column, has_column
from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, ExpressionView, View, api, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 4
# What gives a tensor itself if it has that type, device or layout already.
_PERHAPS_ITSELF: tuple[Column, ...] = ("cast", "move")
_Change = tree.Call | tree.Subscript | tree.AugmentedAssign
_ARRAYS = ("tensor", "array")
_KEPT = (*_ARRAYS, "list", "tuple", "dict")
_MAPPINGS = ("dict", "Mapping", "MutableMapping", "OrderedDict")
# What a function is given to write its result into, or to keep something in from call to call.
_WRITTEN_TO = re.compile(r"(^|_)(out|buf|buffer|dst|dest|destination|cache)$")


@dataclass(frozen=True, slots=True, eq=False)
class ChangedInput(View):
    """A call of a method that works in place, or an assignment to entries, on what belongs to somebody else."""

    given: ExpressionView  # the tensor, as its owner writes it
    at: CallView | None  # the call after which it is another one: a caller's, or this one; None if no caller is seen
    is_sure: bool = True  # whether somebody surely goes on to use it
    stored: ExpressionView | None = None  # the entry of a dataset that it is

    @property
    def is_of_a_dataset(self) -> bool:
        """Whether it belongs to a dataset, rather than to a caller."""
        return self.stored is not None

    @property
    def owned(self) -> str:
        """The tensor, as its owner writes it: a dataset's by what it is stored in; without one, the parameter."""
        node = self.given.node
        return node.name if isinstance(node, tree.Parameter) else str(self.stored or self.given)

    @property
    def instead(self) -> str:
        """What to write: the method that returns a new tensor, or a copy to work on."""
        if self.stored is not None and isinstance(self.node, tree.AugmentedAssign):
            return f"change a copy of `{self.stored}`"
        if isinstance(self.node, tree.AugmentedAssign):
            target, value = (self.file.tree.text_of(part) for part in (self.node.target, self.node.value))
            is_one = not isinstance(self.node.value, (tree.BinaryOp, tree.Conditional, tree.Lambda))
            return f"write `{target} = {target} {self.node.op} {value if is_one else f'({value})'}`"
        func = self.node.func if isinstance(self.node, tree.Call) else None
        changed = func.value if isinstance(func, tree.Attribute) else self.node
        name = self.file.tree.text_of(
            changed.value if isinstance(changed, tree.Subscript) and func is None else changed
        )
        if not isinstance(func, tree.Attribute) or fact(f"torch.Tensor.{func.attr[:-1]}") is None:
            return f"write `{name} = {name}.clone()` first"
        plain = func.attr[:-1]
        if not api.is_discarded(self):
            return f"use `{plain}`, which returns a new tensor"
        is_name = isinstance(changed, tree.Name)
        return f"write `{name} = {name}.{plain}(...)`" if is_name else f"keep the result of `{plain}` instead"

    @property
    def is_assignment(self) -> bool:
        """Whether entries are assigned: `x[mask] = 0`."""
        return isinstance(self.node, tree.Subscript)

    @property
    def out_of_place(self) -> tuple[Edit, ...]:
        """The edits that make a new tensor; none where nobody takes it."""
        func = self.node.func if isinstance(self.node, tree.Call) else None
        if not isinstance(func, tree.Attribute) or fact(f"torch.Tensor.{func.attr[:-1]}") is None:
            return ()
        return () if api.is_discarded(self) else (Edit(Span(func.end - 1, func.end), ""),)


def changed_inputs(file: File) -> Iterator[ChangedInput]:
    """Each of them, in source order; once for each such method's call, and for each parameter that is assigned to."""
    found: dict[tuple[tree.Node, str], ChangedInput] = {}
    for place, changed in sorted(_changes(file), key=lambda change: change[0].start):
        function = file.tree.above(place, tree.FunctionDef, tree.Lambda, tree.ClassDef)
        says_so = isinstance(function, tree.FunctionDef) and function.name.rstrip("_") + "_" == function.name
        if isinstance(function, tree.FunctionDef) and not says_so:
            one = _of_a_dataset(file, place, changed, function) or _of_a_caller(file, place, changed, function)
            key = (place, "") if one is None or isinstance(place, tree.Call) else (function, one.owned)
            if one is not None:
                found.setdefault(key, one)
    yield from found.values()


def _changes(file: File) -> Iterator[tuple[_Change, tree.Node]]:
    """What changes a tensor where it is, each with the tensor."""
    for call in file.tree.all(tree.Call):
        if isinstance(call.func, tree.Attribute) and _works_in_place(call.func.attr):
            yield call, call.func.value
    targets = [target for statement in file.tree.all(tree.Assign) for target in statement.targets]
    updates = file.tree.all(tree.AugmentedAssign)
    for target in (*targets, *(statement.target for statement in updates)):
        if isinstance(target, tree.Subscript) and _is_of_a_tensor_parameter(file, target.value):
            if not _is_entry_of_a_dict(file, target):
                yield target, target.value
    for statement in updates:
        if isinstance(statement.target, (tree.Subscript, tree.Name)) and _is_in_a_sample(file, statement):
            container = statement.target if isinstance(statement.target, tree.Name) else statement.target.value
            yield statement, container
        elif _is_of_a_tensor_parameter(file, statement.target):
            yield statement, statement.target


def _is_entry_of_a_dict(file: File, target: tree.Subscript) -> bool:
    """Whether an entry is one of a dict: its key is a text, or the function asks whether it is given a dict."""
    if isinstance(target.index, tree.Constant) and isinstance(target.index.value, str):
        return True
    name = tree.dotted(target.value)
    asked = (call for call in file.tree.own(file.tree.scope(target), tree.Call) if len(call.args) == 2)
    return any(
        tree.dotted(call.func) == "isinstance"
        and tree.dotted(call.args[0].value) == name
        and tree.last_name(call.args[1].value) in _MAPPINGS
        for call in asked
    )


def _is_in_a_sample(file: File, statement: tree.Node) -> bool:
    """Whether this is in the method of a dataset that gives a sample."""
    function = file.tree.scope(statement)
    return isinstance(function, tree.FunctionDef) and function.name == "__getitem__"


def _is_of_a_tensor_parameter(file: File, node: tree.Node) -> bool:
    """Whether a name has the memory of a parameter that is a tensor: by its annotation, or by what is done with it."""
    shared = _shared(file, node)
    if shared is None:
        return False
    parameter = shared.parameter
    is_tensor = file.value(node).value.kind == "tensor" or _is_used_as_a_tensor(file, parameter)
    return tree.last_part(parameter.annotation) == "Tensor" or (parameter.annotation is None and is_tensor)


def _is_used_as_a_tensor(file: File, parameter: tree.Parameter) -> bool:
    """Whether the function passes it, as the first argument, to an operation of PyTorch's."""
    function = file.tree.above(parameter, tree.FunctionDef)
    known = _used_as_tensors(file)
    if function is not None and function not in known:
        known[function] = dict(reversed(list(_uses_as_tensors(file, function))))
    return function is not None and known[function].get(parameter, False)


@query
def _used_as_tensors(_: File) -> dict[tree.Node, dict[tree.Parameter, bool]]:
    """The answers for the parameters of each function; added when they are asked for."""
    return {}


def _uses_as_tensors(file: File, function: tree.Node) -> Iterator[tuple[tree.Parameter, bool]]:
    """Each parameter that a call passes to such an operation, and whether it has to be a tensor there."""
    for call in file.tree.own(function, tree.Call):
        first = tree.positional(call, 0)
        shared = _shared(file, first) if isinstance(first, tree.Name) else None
        if shared is not None and shared == _Shared(shared.parameter):
            known = fact(file.names.spelled_out(call.func))
            if known is not None and known.kind == "function" and known.returns == "tensor":
                yield shared.parameter, not has_column(tree.last_part(call.func), "create-from-data")


@dataclass(frozen=True, slots=True)
class _Shared:
    """The parameter that a name stands for, or shares its memory with."""

    parameter: tree.Parameter
    is_certain: bool = True  # False behind `x.to(dtype)`, which is `x` itself only if that has the dtype already


def _shared(file: File, node: tree.Node) -> _Shared | None:
    """The parameter whose memory a name has, or may have; None if it has its own, or stands for several things."""
    is_certain = True
    for _ in range(_DEEPEST):
        definition = reaching_definition(file.tree, node) if isinstance(node, tree.Name) else None
        if definition is None:
            return None
        if isinstance(definition.node, tree.Parameter):
            return _Shared(definition.node, is_certain)
        made = definition.value
        if isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute):
            name, made = made.func.attr, made.func.value
            if not has_column(name, *VIEWS, *_PERHAPS_ITSELF):
                return None
            is_certain = is_certain and not has_column(name, "view-if-possible", *_PERHAPS_ITSELF)
        if made is None:
            return None
        node = made
    return None


def _works_in_place(name: str) -> bool:
    """Whether a method computes with the numbers that are there, rather than to fill memory with others."""
    is_one = name.endswith("_") and not name.startswith("_") and not has_column(name, *WITHOUT_ARITHMETIC, "overwrite")
    return is_one and fact(f"torch.Tensor.{name}") is not None


def _of_a_dataset(file: File, place: tree.Node, changed: tree.Node, function: tree.FunctionDef) -> ChangedInput | None:
    """The change, if it is of what a dataset keeps for its next epoch."""
    owner = file.analysis.class_at.get(file.tree.parents.get(function))
    if function.name != "__getitem__" or owner is None or isinstance(place, tree.Subscript):
        return None
    held = resolved_expression(file.tree, changed)
    base = held.value if isinstance(held, tree.Subscript) else None
    if base is None or not (tree.dotted(base) or "").startswith("self."):
        return None
    stored = owner.attribute((tree.dotted(base) or "").partition(".")[2])
    if stored is None or stored.kind not in _KEPT:
        return None
    if isinstance(place, tree.AugmentedAssign) and isinstance(place.value, tree.Constant):
        if isinstance(place.target, tree.Subscript) and place.op in "+-":
            return None  # a counter of uses
    is_name = isinstance(place, tree.AugmentedAssign) and isinstance(place.target, tree.Name)
    is_view = isinstance(held, tree.Subscript) and _is_of_a_view(held.index) and stored.kind in _ARRAYS
    if is_name and not is_view:
        return None  # a number, or a copy of the rows that a list of indices chooses
    stored_entry = ExpressionView(file, held)
    at = CallView(file, place) if isinstance(place, tree.Call) else None
    return ChangedInput(file, place, ExpressionView(file, changed), at, stored=stored_entry)


def _is_of_a_view(index: tree.Expression) -> bool:
    """Whether an index takes a row or a window of an array, which share its memory: `rows[i]`, `rows[i : i + 8, 0]`."""
    parts = index.elements if isinstance(index, tree.Tuple) else [index]
    has_place = any(isinstance(part, (tree.Name, tree.Slice)) for part in parts)
    return has_place and all(isinstance(part, (tree.Name, tree.Slice, tree.Constant)) for part in parts)


def _of_a_caller(file: File, place: _Change, changed: tree.Node, function: tree.FunctionDef) -> ChangedInput | None:
    """The change, if it is of a parameter that some caller in this file uses again, or whoever calls it may."""
    if not isinstance(changed, tree.Name):
        return None
    shared = _shared(file, changed)
    parameter = shared.parameter if shared is not None else None
    if shared is None or parameter not in function.parameters or parameter.kind != "positional":
        return None  # its own tensor
    is_kept = isinstance(place, tree.Call) and not api.is_discarded(CallView(file, _chain(file, place)))
    is_for_the_caller = not is_kept and not any(_reads_numbers(file, n) for n in reads_after(file.tree, changed, place))
    if is_for_the_caller or _WRITTEN_TO.search(parameter.name) or not _gives_something_back(file, function):
        return None  # a function meant to modify its argument, whose caller goes on with the result
    callers = _callers(file).get(function, ())
    if any(file.holds(outer) and api.is_discarded(CallView(file, outer)) for outer in callers):
        return None  # called for that change alone
    for outer in callers:
        if not file.holds(outer):
            continue
        called = next(iter(file.facts.functions[outer]))
        given = called.passed_by(outer).get(parameter.name)
        if given is not None and _is_used_again(file, given, outer):
            return ChangedInput(file, place, ExpressionView(file, given), CallView(file, outer), shared.is_certain)
    names = {changed.id, parameter.name}
    if callers or isinstance(place, tree.Call) or not _is_for_anybody(file, names, function):
        return None
    return ChangedInput(file, place, ExpressionView(file, parameter), None, is_sure=False)


def _chain(file: File, call: tree.Call) -> tree.Call:
    """The last of the methods in place that follow each other: `x.mul_(a).add_(b)`."""
    above = file.tree.parents.get(call)
    outer = file.tree.parents.get(above) if isinstance(above, tree.Attribute) else None
    is_next = isinstance(outer, tree.Call) and isinstance(above, tree.Attribute) and _works_in_place(above.attr)
    return _chain(file, outer) if is_next and isinstance(outer, tree.Call) else call


def _reads_numbers(file: File, name: tree.Name) -> bool:
    """Whether a name is read for what it holds: not for its shape, and not to write to its entries."""
    above = file.tree.parents.get(name)
    if isinstance(above, tree.Attribute):
        return above.attr not in ("shape", "size")
    if isinstance(above, tree.Subscript) and above.value is name:
        outer = file.tree.parents.get(above)
        is_target = isinstance(outer, tree.Assign) and above in outer.targets
        return not is_target and not (isinstance(outer, tree.AugmentedAssign) and outer.target is above)
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    return not isinstance(call, tree.Call) or tree.dotted(call.func) != "len"


@query
def _callers(file: File) -> dict[tree.Node, list[tree.Call]]:
    """The calls that surely lead to each function."""
    found: dict[tree.Node, list[tree.Call]] = {}
    for call, called in file.facts.functions.items():
        nodes = {one.node for one in called}
        if len(nodes) == 1:
            found.setdefault(nodes.pop(), []).append(call)
    return found


def _gives_something_back(file: File, function: tree.FunctionDef) -> bool:
    return any(returned.value is not None for returned in file.tree.own(function, tree.Return))


def _is_for_anybody(file: File, names: set[str], function: tree.FunctionDef) -> bool:
    """Whether code elsewhere may call a function for a result that is not the changed tensor itself.

    Also for the changed tensor, where a base class asks its subclasses for such a method: its callers know no more.
    """
    if function.name.startswith("_") or isinstance(file.tree.parents.get(function), tree.FunctionDef):
        return False
    values = [one.value for one in file.tree.own(function, tree.Return) if one.value is not None]
    return _is_asked_for(file, function) or not any(
        isinstance(node, tree.Name) and node.id in names for v in values for node in _parts(v)
    )


def _is_asked_for(file: File, function: tree.FunctionDef) -> bool:
    """Whether a method overrides one that only raises NotImplementedError."""
    owner = file.analysis.class_at.get(file.tree.parents.get(function))
    bases = owner.lineage[1:] if owner is not None else ()
    asked = [base.methods[function.name].body for base in bases if function.name in base.methods]
    raised = (body[-1].value for body in asked if body and isinstance(body[-1], tree.Raise))
    return any(tree.last_part(_called(one)) == "NotImplementedError" for one in raised if one is not None)


def _called(node: tree.Expression) -> tree.Expression:
    return node.func if isinstance(node, tree.Call) else node


def _parts(value: tree.Expression) -> list[tree.Expression]:
    return value.elements if isinstance(value, tree.Tuple) else [value]


def _is_used_again(file: File, given: tree.Node, call: tree.Call) -> bool:
    """Whether what is given to a call is read after it, before it stands for something else."""
    if isinstance(given, tree.Name):
        assign = file.tree.parents.get(call)
        if isinstance(assign, tree.Assign) and any(tree.dotted(target) == given.id for target in assign.targets):
            return False  # `x = f(x)`
        return bool(reads_after(file.tree, given, call))
    root = tree.root_name(given)
    if not isinstance(given, tree.Subscript) or not isinstance(given.index, tree.Constant) or given.value is not root:
        return False
    function = file.tree.scope(call)
    later = (one for one in assignments_in(function) if one.node.end >= call.end)
    if any(_says_the_same(file, one.target, given) for one in later if one.target is not None):
        return False  # `batch["ids"] = mask(batch["ids"])`
    return any(_reads_entry(file, read, given) for read in reads_after(file.tree, root, call))


def _reads_entry(file: File, container: tree.Name, entry: tree.Subscript) -> bool:
    """Whether a container is read as a whole, or this entry of it."""
    parent = file.tree.parents.get(container)
    if isinstance(parent, tree.Subscript) and parent.value is container and isinstance(parent.index, tree.Constant):
        return _says_the_same(file, parent, entry)
    return True


def _says_the_same(file: File, one: tree.Node, other: tree.Node) -> bool:
    return View(file, one).code == View(file, other).code
