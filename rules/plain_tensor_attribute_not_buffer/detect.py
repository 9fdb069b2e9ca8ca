"""Tensors that a module keeps as plain attributes, and computes with in its forward."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import owner_of, reaching_definition, reaching_definitions, resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import POINTWISE, has_column
from torchlint.knowledge.torch_api import fact
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

from .detect_uses import Uses, is_mentioned_outside, reached

if TYPE_CHECKING:
    from torchlint.queries import File

# A class with methods of these names sees to their devices itself, or to what is trained.
_SEEING_TO = frozenset(("_apply", "to", "cuda", "__setattr__"))
_TRAINING = frozenset(("parameters", "named_parameters"))
# What reads arrays from files.
_LOADS = frozenset(("load", "loadtxt", "genfromtxt"))
_SEQUENCES = (tree.List, tree.Tuple, tree.Comprehension)
_METHODS = 3  # that an array comes out of, one after the other
_DEEPEST = 8  # names for names, and calls in what a function returns


@dataclass(frozen=True, slots=True, eq=False)
class PlainTensor(View):
    """The assignment of a tensor to an attribute of a module."""

    target: tree.Attribute
    made: ExpressionView
    used: View
    is_lazy: bool  # made by the first forward, when the module may have moved already
    wants_grad: bool  # meant to be trained
    is_placed: bool  # put on a device by the constructor, perhaps the one that the model is moved to
    is_sure: bool = True  # False where it is only returned or written into, or its items are used, perhaps numbers

    @property
    def attribute(self) -> View:
        return View(self.file, self.target)

    @property
    def is_returned(self) -> bool:
        """Whether the forward leaves it to others to compute with the tensor."""
        return isinstance(self.used.node, tree.Return)

    def registered(self) -> tuple[Edit, ...]:
        """The edit that makes the tensor a buffer, which checkpoints need not hold."""
        is_alone = isinstance(self.node, (tree.Assign, tree.AnnotatedAssign)) and self.node.value is self.made.node
        if self.is_lazy or self.wants_grad or not is_alone or len(tree.targets(self.node)) > 1:
            return ()
        owner = self.file.tree.text_of(self.target.value)
        text = f'{owner}.register_buffer("{self.target.attr}", {self.made.code}, persistent=False)'
        return (Edit(Span(self.node.start, self.node.end), text),)


def plain_tensors(file: File) -> Iterator[PlainTensor]:
    """The tensors of this file's modules that move with nobody, though forwards compute with them, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        if not cls.derives_from_module or _has(cls, _SEEING_TO):
            continue
        for statement, target, value, is_lazy in _assigned(file, cls):
            wants_grad = _wants_grad(file, value) or _is_switched_on(cls, target.attr)
            if not _is_made_here(file, value) or (wants_grad and _has(cls, _TRAINING)):
                continue
            is_placed = _is_placed(file, value)
            if is_placed and (is_lazy or _is_kept_on_cpu(file, value)):
                continue  # on the device of the input, or where the code wants it
            if ExpressionView(file, value).value.grad and not wants_grad and not _is_of_default(file, value):
                continue  # computed from parameters
            uses = Uses(file, cls, target, wants_grad=wants_grad, is_lazy=is_lazy)
            by_forward = uses.by_forward()
            used = by_forward or (uses.filled_by_forward() if is_lazy else None)
            if used is not None:
                is_unsure = uses.is_by_items or uses.is_only_returned or uses.is_replaced_by_option or is_placed
                is_sure = by_forward is not None and not is_unsure
                made, used_at = ExpressionView(file, value), View(file, used)
                yield PlainTensor(file, statement, target, made, used_at, is_lazy, wants_grad, is_placed, is_sure)


def _has(cls: Class, names: frozenset[str]) -> bool:
    return any(name in one.methods for one in cls.lineage for name in names)


def _assigned(
    file: File, cls: Class
) -> Iterator[tuple[tree.Assign | tree.AnnotatedAssign, tree.Attribute, tree.Expression, bool]]:
    """What the constructor, the methods that only it calls, and methods of forward assign to attributes.

    What a forward assigns counts where the constructor has left the place empty: `self.table = None`.
    """
    constructor = cls.methods.get("__init__")
    if constructor is None or not file.holds(constructor.node):
        return
    making, running = reached(cls, ("__init__",)), reached(cls, ("forward",))
    for method in sorted(cls.methods.values(), key=lambda one: one.node.start):
        is_lazy = method.name in running
        if not isinstance(method.node, tree.FunctionDef) or not (is_lazy or method.name in making):
            continue
        if method is not constructor and not is_lazy and _is_called_elsewhere(cls, method.name, making):
            continue
        for statement in _assignments(file, method.node):
            for target, value in _pairs(statement):
                if isinstance(target, tree.Attribute) and tree.dotted(target.value) == "self":
                    if not is_lazy or _starts_empty(file, constructor.node, target.attr):
                        yield statement, target, value, is_lazy


def _pairs(statement: tree.Assign | tree.AnnotatedAssign) -> Iterator[tuple[tree.Expression, tree.Expression]]:
    """What a statement assigns to what, one by one: `self.mean, self.std = mean, std` assigns twice."""
    value = statement.value
    targets = statement.targets if isinstance(statement, tree.Assign) else [statement.target]
    for target in targets if value is not None else ():
        if isinstance(target, tree.Tuple) and isinstance(value, tree.Tuple):
            yield from zip(target.elements, value.elements) if len(target.elements) == len(value.elements) else ()
        elif value is not None:
            yield target, value


def _is_called_elsewhere(cls: Class, name: str, making: frozenset[str]) -> bool:
    """Whether a method of the constructor's is called by other methods, or handed on."""
    return any(is_mentioned_outside(one, name, making) for one in cls.lineage)


def _starts_empty(file: File, constructor: tree.Node, attribute: str) -> bool:
    """Whether the constructor assigns None to an attribute."""
    assigned = assignments_to(file.tree, constructor, f"self.{attribute}", into_functions=False)
    return any(isinstance(one.value, tree.Constant) and one.value.value is None for one in assigned)


def _assignments(file: File, function: tree.Node) -> list[tree.Assign | tree.AnnotatedAssign]:
    """The assignments of a function, in source order."""
    both: list[tree.Assign | tree.AnnotatedAssign] = [*file.tree.own(function, tree.Assign)]
    both += file.tree.own(function, tree.AnnotatedAssign)
    return sorted(both, key=lambda one: one.start)


def _wants_grad(file: File, value: tree.Expression) -> bool:
    """Whether an expression makes a tensor that is to be trained: `requires_grad=True`."""
    parts = _parts(file, value)
    return any(
        (isinstance(n, tree.Argument) and n.keyword == "requires_grad" and tree.is_true(n.value))
        or (isinstance(n, tree.Attribute) and n.attr == "requires_grad_")
        for n in parts
    )


def _is_switched_on(cls: Class, attribute: str) -> bool:
    """Whether a class says of one of its tensors that it is to be trained: `self.scale.requires_grad = True`."""
    assigned = assignments_to(cls.unit.tree, cls.node, f"self.{attribute}.requires_grad")
    return any(one.value is not None and tree.is_true(one.value) for one in assigned)


def _is_made_here(file: File, value: tree.Node) -> bool:
    """Whether an expression certainly makes a tensor with dimensions, there or of what makes one."""
    known = file.facts.values.get(value)
    if known is None or known.kind != "tensor" or not known.proven or _is_of_one_number(file, value):
        return False
    inside = list(_parts(file, value))
    calls = (n for n in inside if isinstance(n, tree.Call))
    if any(file.names.spelled_out(call.func).endswith("Parameter") for call in calls):
        return False  # `from torch.nn import Parameter as P`
    return any(isinstance(n, tree.Call) and _makes_dimensions(file, n) for n in inside)


def _is_of_one_number(file: File, value: tree.Node) -> bool:
    """Whether a tensor may have no dimensions, as sums and elements have none: it computes with those of any device."""
    value = resolved_expression(file.tree, value) if isinstance(value, tree.Name) else value
    if isinstance(value, tree.Subscript):
        return tree.integer_literal(value.index) is not None
    if not isinstance(value, tree.Call) or not has_column(tree.last_name(value.func), "reduction"):
        return False
    is_function = file.names.spelled_out(value.func).startswith("torch.")
    return len(value.args) == (1 if is_function else 0)


def _is_placed(file: File, value: tree.Node) -> bool:
    """Whether an expression says on which device the tensor is, as by `device=`, `.to(device)` or `.cuda()`."""
    inside = list(_parts(file, value))
    if any(isinstance(n, tree.Argument) and n.keyword == "device" for n in inside):
        return True
    names = {n.attr for n in inside if isinstance(n, tree.Attribute)}
    return any(has_column(name, "move", "placement") for name in names)


def _is_kept_on_cpu(file: File, value: tree.Node) -> bool:
    return any(isinstance(n, tree.Attribute) and n.attr == "cpu" for n in _parts(file, value))


def _parts(file: File, value: tree.Node, depth: int = 0, seen: set[tree.Node] | None = None) -> Iterator[tree.Node]:
    """The code of an expression, of the local names in it, and of what the file's functions return to it; each once."""
    seen = set() if seen is None else seen
    if value in seen:
        return
    seen.add(value)
    kept = _computed_from(file, value) if depth < _DEEPEST else None
    if kept is not None:
        yield from _parts(file, kept, depth + 1, seen)
    for node in tree.walk(value):
        yield node
        if isinstance(node, tree.Call) and depth < _DEEPEST:
            for function in file.facts.functions.get(node, ()):
                if file.holds(function.node):
                    for returned in file.tree.own(function.node, tree.Return):
                        yield from _parts(file, returned, depth + 1, seen)
        if isinstance(node, tree.Name) and depth < _DEEPEST and owner_of(file.tree, node) is not file.tree.root:
            for one in reaching_definitions(file.tree, node):
                if one is not None and one.value is not None:
                    yield from _parts(file, one.value, depth + 1, seen)
                if one is not None and isinstance(one.node, tree.AugmentedAssign):
                    yield from _parts(file, one.node.target, depth + 1, seen)  # the tensor that it changes


def _computed_from(file: File, value: tree.Node) -> tree.Expression | None:
    """What the attribute holds that a chain of methods begins with: `self.steps` of `self.steps.repeat(3).float()`."""
    here = value
    while isinstance(here, tree.Call) and isinstance(here.func, tree.Attribute):
        here = here.func.value
    cls = file.tree.above(here, tree.ClassDef)
    if here is value or cls is None or not isinstance(here, tree.Attribute) or tree.dotted(here.value) != "self":
        return None
    assigned = assignments_to(file.tree, cls, f"self.{here.attr}")
    return assigned[0].value if len(assigned) == 1 else None


def _applied(file: File, func: tree.Expression) -> tree.Expression:
    """The function that is called: `torch.tensor` by a name for `partial(torch.tensor, dtype=torch.float32)`."""
    one = reaching_definition(file.tree, func) if isinstance(func, tree.Name) else None
    made = one.value if one is not None and one.kind == "assignment" else None
    is_partial = isinstance(made, tree.Call) and file.names.spelled_out(made.func) == "functools.partial"
    given = [a for a in made.args if a.keyword is None] if isinstance(made, tree.Call) and is_partial else []
    return given[0].value if len(given) == 1 else func


def _makes_dimensions(file: File, call: tree.Call) -> bool:
    package, _, name = file.names.spelled_out(_applied(file, call.func)).rpartition(".")
    if package != "torch" or not call.args:
        return False
    if has_column(name, "create-anew"):
        return True
    known = fact(f"torch.{name}")
    if known is not None and known.kind == "class" and known.returns == "tensor":
        return True  # `torch.FloatTensor(values)` takes sizes or a sequence
    if name == "from_numpy" and not _may_be_of_a_number(file, call.args[0].value):
        return True  # it takes arrays only
    return has_column(name, "create-from-data") and _has_dimensions(file, call.args[0].value)


def _may_be_of_a_number(file: File, node: tree.Expression, depth: int = 0) -> bool:
    """Whether an array may be made of a single number: `np.array(scale)`, `np.array(scale).astype("float32")`."""
    found = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
    made = [one.value for one in found if one is not None and one.kind == "assignment" and one.value is not None]
    calls = [one for one in (made or [node]) if isinstance(one, tree.Call)]
    return depth < _METHODS and any(
        has_column(file.names.spelled_out(call.func).removeprefix("numpy."), "create-from-data")
        or tree.last_name(call.func) == "array"
        or (isinstance(call.func, tree.Attribute) and _may_be_of_a_number(file, call.func.value, depth + 1))
        for call in calls
    )


def _has_dimensions(file: File, node: tree.Expression, depth: int = 0) -> bool:
    """Whether an expression is a sequence, or an array of NumPy's that is certainly more than a single number."""
    if isinstance(node, _SEQUENCES) or _is_given_sequences(file, node):
        return True
    if depth > _DEEPEST:
        return False
    if isinstance(node, tree.Name):
        found = reaching_definitions(file.tree, node)
        if any(one is not None and _is_sequence_by_default(one.node) for one in found):
            return file.value(node).value.kind == "unknown"  # as far as the code shows, nothing else is passed
        given = [one.value if one is not None and one.kind == "assignment" else None for one in found]
        return bool(given) and all(one is not None and _has_dimensions(file, one, depth + 1) for one in given)
    if isinstance(node, tree.BinaryOp):
        return any(_is_array(file, side, depth + 1) for side in (node.left, node.right))
    return _is_array(file, node, depth)


def _is_of_default(file: File, value: tree.Node) -> bool:
    """Whether a tensor is made of a parameter that has several numbers by default, and so of no parameter of a model.

    Who calls the constructor is not known, and might pass a tensor with a graph; nobody does.
    """
    names = (one for one in tree.walk(value) if isinstance(one, tree.Name))
    made = (one for name in names for one in reaching_definitions(file.tree, name))
    return any(one is not None and _is_sequence_by_default(one.node) for one in made)


def _is_sequence_by_default(parameter: tree.Node) -> bool:
    """Whether a parameter has several numbers by default: `weights=(1.0, 2.0)`."""
    return isinstance(parameter, tree.Parameter) and isinstance(parameter.default, (tree.List, tree.Tuple))


def _is_given_sequences(file: File, node: tree.Expression) -> bool:
    """Whether it is a parameter that every call of the constructor gives a list or a tuple."""
    known = file.facts.values.get(node)
    return known is not None and known.kind in ("list", "tuple") and not known.assumed


def _is_array(file: File, node: tree.Expression, depth: int = 0) -> bool:
    """Whether NumPy loads, makes or joins arrays here, or casts one; others of its functions may give a number."""
    if not isinstance(node, tree.Call):
        return isinstance(node, (tree.Name, tree.BinaryOp)) and _has_dimensions(file, node, depth)
    package, _, name = file.names.spelled_out(node.func).rpartition(".")
    if package != "numpy":
        func = node.func
        return isinstance(func, tree.Attribute) and func.attr == "astype" and _is_array(file, func.value, depth + 1)
    if name in _LOADS or has_column(name, "create-anew", "join", "scan"):
        return True
    is_of_data = name == "array" or has_column(name, "create-from-data", *POINTWISE)
    return is_of_data and bool(node.args) and _has_dimensions(file, node.args[0].value, depth + 1)
