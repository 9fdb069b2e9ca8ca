"""What rules see of operations that make a new tensor which nobody keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import reaching_definition, reads_after
from torchlint.finding import Edit, Span
from torchlint.knowledge.naming_conventions import BACKWARDS
from torchlint.knowledge.operations import has_column, is_query
from torchlint.knowledge.torch_api import fact, member
from torchlint.queries import CallView, ExpressionView, View, api, data, devices
from torchlint.queries.api import is_loss
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Where an operation's name may be looked up: these namespaces hold operations on tensors.
_NAMESPACES = frozenset(
    ("torch.Tensor", "torch", "torch.nn.functional", "torch.linalg", "torch.special", "torch.fft", "torch.sparse")
)
# What holds a tensor for other code.
_HOLDS = (tree.Name, tree.Attribute, tree.Subscript)
_PARAMETERS = frozenset(("torch.nn.Parameter", "torch.nn.parameter.Parameter"))


class DiscardView(CallView):
    """A call, as a statement of its own, of an operation that leaves its operand as it is and returns a new tensor."""

    __slots__ = ()

    @property
    def names(self) -> set[str]:
        """What is called; of a part of a batch what is called if that is a tensor."""
        known = self.file.facts.callees.get(self.node, set())
        of_a_tensor = f"torch.Tensor.{self.method}"
        if known or not _leaves_its_operand(of_a_tensor):
            return known
        is_tensor = self.is_on_part_of_a_batch or self.is_used_as_a_tensor or self.is_perhaps_on_a_tensor
        return {of_a_tensor} if is_tensor else known

    @property
    def is_on_a_tensor(self) -> bool:
        """Whether the operand is certainly a tensor: modules, graphs and batches of other packages move themselves."""
        operand = self.operand
        is_tensor = operand is not None and operand.value.kind == "tensor" and operand.value.proven
        return is_tensor or self.is_used_as_a_tensor or self._takes_tensors_alone

    @property
    def _takes_tensors_alone(self) -> bool:
        """Whether it is a function that takes nothing but a tensor, of what a model returns: `F.normalize(out)`."""
        operand = self.operand
        if operand is not None and isinstance(operand.node, (tree.List, tree.Tuple)):
            parts = [ExpressionView(self.file, one).value for one in operand.node.elements]
            return any(one.kind == "tensor" and not one.assumed for one in parts)
        is_output = operand is not None and operand.value.kind == "output"
        return is_output and all(name.startswith("torch.nn.functional.") for name in self.names)

    @property
    def is_used_as_a_tensor(self) -> bool:
        """Whether further down the operand is given to a function of PyTorch's that takes nothing else."""
        held = self.receiver
        if held is None or held.value.kind not in ("unknown", "tensor") or not isinstance(held.node, tree.Name):
            return False
        given = (self.file.tree.parents.get(one) for one in reads_after(self.file.tree, held.node, self.node))
        calls = ((one, self.file.tree.parents.get(one)) for one in given if isinstance(one, tree.Argument))
        return any(isinstance(call, tree.Call) and self._takes_a_tensor(call, one) for one, call in calls)

    @property
    def is_perhaps_on_a_tensor(self) -> bool:
        """Whether the operand is probably a tensor: it has a method that tensors alone have, or a shape further down.

        The latter only for moves and casts, which no array has, and which a module without a shape does itself.
        """
        held = self.receiver
        if held is None or held.value.kind not in ("unknown", "tensor", "output"):
            return False
        if held.value.kind == "output" and has_column(self.method, "cast"):
            return True
        if _is_of_tensors_alone(self.method) and (held.value.kind != "unknown" or self._has_sizes):
            return True
        if not isinstance(held.node, tree.Name) or not has_column(self.method, "move", "cast", "copy", "detach"):
            return False
        reads = (self.file.tree.parents.get(one) for one in reads_after(self.file.tree, held.node, self.node))
        asked = {one.attr for one in reads if isinstance(one, tree.Attribute)}
        return "shape" in asked or any(name.endswith("_") and fact(f"torch.Tensor.{name}") for name in asked)

    @property
    def _has_sizes(self) -> bool:
        """Whether it is a move, a cast or a copy without arguments, or a change of the shape by whole numbers."""
        if not self.positional:
            return has_column(self.method, "move", "cast", "copy", "detach")
        numbers = [tree.integer_literal(one.node) for one in self.positional]
        if None in numbers or not has_column(self.method, "reshape", "transpose"):
            return False
        return len(numbers) > 1 or numbers == [-1] or self.method == "unsqueeze"  # `tree.expand(1)` may be of a window

    def _takes_a_tensor(self, call: tree.Call, first: tree.Argument) -> bool:
        known = fact(self.file.names.spelled_out(call.func))
        package = self.file.names.spelled_out(call.func).rpartition(".")[0]
        is_operation = known is not None and known.kind == "function" and known.returns == "tensor"
        if is_operation and package == "torch.nn.functional" and call.args[0] is first:
            return True
        called = {name.removesuffix(".forward") for name in self.file.facts.callees.get(call, set())}
        return bool(called) and all(map(is_loss, called)) and first in call.args[:2]  # a loss's input or target

    @property
    def is_on_a_batch_of_tensors(self) -> bool:
        """Whether it is a part of a batch, and the loader's dataset consists of tensors alone."""
        held = self.receiver
        if held is None or not self.is_on_part_of_a_batch or not isinstance(held.node, tree.Name):
            return False
        definition = reaching_definition(self.file.tree, held.node)
        taken = definition.value if definition is not None else None
        if isinstance(taken, tree.Subscript) and isinstance(taken.value, tree.Name):
            definition = reaching_definition(self.file.tree, taken.value)
        return definition is not None and data.yields_tensors(self.file, definition.node)

    @property
    def is_on_part_of_a_batch(self) -> bool:
        """Whether the operand is a part of what a loader yields, unpacked or taken by an index: as a rule a tensor."""
        held = self.receiver
        if held is not None and isinstance(held.node, tree.Subscript):
            whole = ExpressionView(self.file, held.node.value)
            return whole.value.kind == "batch" and _is_one_part(held.node)
        if held is None or held.value.kind not in ("batch", "unknown") or not isinstance(held.node, tree.Name):
            return False
        definition = reaching_definition(self.file.tree, held.node)
        if definition is None:
            return False
        if any(_takes_by_key(self.file, one) for one in reads_after(self.file.tree, held.node, self.node)):
            return False  # an encoding of a tokenizer, which moves itself
        if _is_unpacked_batch(self.file, definition) or _is_one_of_parts(self.file, definition):
            return True
        if held.value.kind == "unknown" and not _is_of_a_loader(definition.node):
            return False
        if isinstance(definition.value, tree.Subscript):
            return _is_one_part(definition.value)
        loop = definition.node
        if not isinstance(loop, tree.For):
            return False
        tuples = [n for n in tree.walk(loop.target) if isinstance(n, (tree.Tuple, tree.List))]
        innermost = tuples[-1].elements if tuples else []
        numbered = isinstance(loop.iter, tree.Call) and tree.dotted(loop.iter.func) == "enumerate" and len(tuples) == 1
        return not numbered and any(isinstance(n, tree.Name) and n.id == held.node.id for n in innermost)

    @property
    def is_a_query(self) -> bool:
        """Whether nobody can have meant it to change the operand: it computes something about that."""
        return all(map(_is_query, self.names))

    @property
    def is_on_a_variable(self) -> bool:
        """Whether the operand is held by something: what is made in passing is thrown away on purpose."""
        return isinstance(self.variable.node if self.variable is not None else None, _HOLDS)

    @property
    def variable(self) -> ExpressionView | None:
        """The operand, or what holds the tensor that a chain of methods begins with: `x` of `x.mul(2).add(y)`."""
        operand = self.operand
        here = operand.node if operand is not None else None
        if isinstance(here, (tree.List, tree.Tuple)) and here.elements:
            here = here.elements[0]  # `torch.cat([ids, new], 1)` leaves `ids`
        while isinstance(here, tree.Call) and isinstance(here.func, tree.Attribute):
            if not CallView(self.file, here).is_tensor_method:
                break  # made in passing
            here = here.func.value
        return ExpressionView(self.file, here) if isinstance(here, _HOLDS) else operand

    @property
    def writes_elsewhere(self) -> bool:
        """Whether an argument may make the operation write into a tensor that is there already."""
        keywords = {argument.keyword for argument in self.node.args}
        flags = self.node.args[1:] if any(name.startswith("torch.nn.functional.") for name in self.names) else []
        return (
            bool(keywords & {"out", "inplace"}) or any(a.star for a in self.node.args) or any(map(_may_be_true, flags))
        )

    @property
    def has_nothing_to_do(self) -> bool:
        """Whether a tensor is moved to where the statements above, in the same block, made it: `device=` says so."""
        held = tree.dotted(self.receiver.node) if self.receiver else None
        wanted = tree.dotted(self.node.args[0].value) if len(self.node.args) == 1 else None
        if self.method != "to" or held is None or wanted is None:
            return False
        block = self.file.tree.parents.get(self.file.tree.statement(self.node))
        scope = self.file.tree.scope(self.node)
        before = [one for one in assignments_in(scope) if one.node.end <= self.node.start]
        made = [one for one in before if one.name == held]
        if not made or made[-1].value is None or self.file.tree.parents.get(made[-1].node) is not block:
            return False
        if any(one.name == wanted and one.node.start > made[-1].node.start for one in before):
            return False
        return _device(self.file, made[-1].value) == wanted

    @property
    def keeping(self) -> tuple[Edit, ...]:
        """The edit that gives the operand's name to the result; none where that would not help or not be allowed."""
        held = self.receiver
        if not isinstance(self.file.tree.parents.get(self.node), tree.ExpressionStatement):
            return ()  # one of several that a statement drops
        if held is None or not isinstance(held.node, _HOLDS):
            return ()
        if held.node is not getattr(self.operand, "node", None) or held.value.made_by == "parameter":
            return ()  # a parameter can't be replaced by a plain tensor
        if self.is_a_query:
            return ()
        if not self._is_used_after(held):
            return ()
        return (Edit(Span(self.node.start, self.node.start), f"{held.code} = "),)

    def _is_used_after(self, held: ExpressionView) -> bool:
        """Whether anything further down reads the name that is held by; attributes may be read from anywhere."""
        name = held.node
        if not isinstance(name, tree.Name):
            return True
        return bool(reads_after(self.file.tree, name, self.node))


def _is_of_tensors_alone(method: str) -> bool:
    """Whether neither modules nor arrays have a method: `contiguous`. Batches define a `pin_memory` of their own."""
    of_others = has_column(method, "ndarray") or member("torch.nn.Module", method) is not None
    return not of_others and method != "pin_memory"


def _device(file: File, made: tree.Expression) -> str | None:
    """The device, as a dotted name, that a call makes a tensor on, or the parameter that such a tensor becomes."""
    if not isinstance(made, tree.Call):
        return None
    if file.names.spelled_out(made.func) in _PARAMETERS and made.args:
        return _device(file, made.args[0].value)
    is_torchs = any(name.startswith("torch.") for name in CallView(file, made).names)
    said = (a.value for a in made.args if a.keyword == "device")
    return next(map(tree.dotted, said), None) if is_torchs else None


def _may_be_true(argument: tree.Argument) -> bool:
    """Whether an argument by position may be the flag `inplace`."""
    value = argument.value
    return not argument.keyword and not (isinstance(value, tree.Constant) and not isinstance(value.value, bool))


def discards(file: File) -> Iterator[DiscardView]:
    """The calls of PyTorch's operations whose result is dropped, in source order."""
    for statement in file.tree.all(tree.ExpressionStatement):
        if not api.is_discarded(View(file, statement.value)):
            continue
        for one in _dropped(statement.value):
            call = DiscardView(file, one)
            if (names := call.names) and all(map(_leaves_its_operand, names)):
                yield call


def _dropped(value: tree.Expression) -> Iterator[tree.Call]:
    """The calls whose results a statement drops: `x.cuda(), y.cuda()` and `[x.cuda() for x in xs]` have several."""
    if isinstance(value, tree.Call):
        yield value
    elif isinstance(value, (tree.Tuple, tree.List)):
        for element in value.elements:
            yield from _dropped(element)
    elif isinstance(value, tree.Conditional):
        yield from (*_dropped(value.body), *_dropped(value.orelse))
    elif isinstance(value, tree.Comprehension):
        yield from _dropped(value.element)


def _is_one_part(node: tree.Subscript) -> bool:
    return isinstance(node.index, tree.Constant) and isinstance(node.index.value, (int, str))


def _takes_by_key(file: File, name: tree.Node) -> bool:
    """Whether a use of something shows it to be a mapping: `tokens["mask"]`, `model(**tokens)`."""
    above = file.tree.parents.get(name)
    if isinstance(above, tree.Subscript):
        return above.value is name and tree.string_of(above.index) is not None
    return isinstance(above, tree.Argument) and above.star == "**"


def _is_unpacked_batch(file: File, definition: Definition) -> bool:
    """Whether a name is one of several that a batch is unpacked into: `images, labels = batch`."""
    source = definition.source if definition.kind == "assignment" and definition.value is None else None
    if not isinstance(source, tree.Name):
        return False
    made = reaching_definition(file.tree, source)
    loop = made.node if made is not None else None
    return isinstance(loop, tree.For) and (file.value(source).value.kind == "batch" or _is_of_a_loader(loop))


def _is_one_of_parts(file: File, definition: Definition) -> bool:
    """Whether a loop goes over parts of a batch that it names one by one: `for part in (images, labels):`."""
    over = definition.source if isinstance(definition.node, tree.For) else None
    parts = over.elements if isinstance(over, (tree.Tuple, tree.List)) else []
    return bool(parts) and all(_is_part(file, one) for one in parts)


def _is_part(file: File, name: tree.Expression) -> bool:
    """Whether a name is a part of a batch, or of what a loop over a loader gives."""
    made = reaching_definition(file.tree, name) if isinstance(name, tree.Name) else None
    if made is None:
        return False
    is_in_loop = isinstance(made.node, tree.For) and isinstance(made.node.target, tree.Tuple)
    return _is_unpacked_batch(file, made) or (is_in_loop and _is_of_a_loader(made.node))


def _is_of_a_loader(loop: tree.Node) -> bool:
    """Whether a loop goes over what is named like a DataLoader."""
    named = (tree.last_name(node) for node in tree.walk(loop.iter)) if isinstance(loop, tree.For) else ()
    return any("loader" in name.lower() for name in named)


def is_measured(code: View) -> bool:
    """Whether the function around looks at a clock, or counts memory, and not for the log of a training."""
    around = code.file.tree.scope(code.node)
    calls = [n for n in tree.walk(around) if isinstance(n, tree.Call)]
    if any(isinstance(call.func, tree.Attribute) and call.func.attr in BACKWARDS for call in calls):
        return False
    return bool(devices.instruments_in(code.file, around))


def _is_query(name: str) -> bool:
    known, last = fact(name), name.rpartition(".")[2]
    several = known is not None and known.returns in ("tensors", "list") and last != "sort"
    return is_query(last) or several or is_loss(name)


def _leaves_its_operand(name: str) -> bool:
    """Whether a name is an operation whose result is all that it does; one that waits may be called for the waiting."""
    known = fact(name)
    if known is None or known.inplace or known.sync or name.rpartition(".")[0] not in _NAMESPACES:
        return False
    return known.kind in ("function", "method") and known.returns in ("tensor", "tensors", "list")
