"""`.data` of tensors that are part of a graph: read past it, or written to behind its back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, reaching_definitions, reads_after
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import NO, YES, Value
from torchlint.finding import Edit
from torchlint.knowledge.torch_api import method
from torchlint.queries import ExpressionView, View, api
from torchlint.syntax import edits, tree

from .detect_hidden_scores import is_hidden_from_a_softmax

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True)
class DataRead(ExpressionView):
    """`tensor.data`, where the tensor has come out of operations that are differentiated."""

    node: tree.Attribute

    @property
    def tensor(self) -> ExpressionView:
        return ExpressionView(self.file, self.node.value)

    @cached_property
    def written(self) -> View | None:
        """What changes the numbers in place: a method's call, or an assignment."""
        above = self.file.tree.parents[self.node]
        target = above.targets[0] if isinstance(above, tree.Assign) and len(above.targets) == 1 else None
        if isinstance(target, tree.Name) and isinstance(above, tree.Assign):
            reads = reads_after(self.file.tree, target, above)
            added = self.file.tree.own(self.file.tree.scope(self.node), tree.AugmentedAssign)
            targets = (one.target for one in added if one.start > above.end and isinstance(one.target, tree.Name))
            used = [*reads, *(one for one in targets if one.id == target.id)]
            changes = (_change_of(self.file, one) for one in used if _is_still(self.file, one, self.node))
            return next((one for one in changes if one is not None), None)  # `data = h.data`, and then `data.zero_()`
        return _change_of(self.file, self.node)

    @property
    def written_anew(self) -> tuple[Edit, ...]:
        """The edit that makes a new tensor in place of a change: `h = h.clamp(0, 1)`; none where none can."""
        call = self.written.node if self.written is not None else None
        if not isinstance(call, tree.Call) or not isinstance(call.func, tree.Attribute):
            return ()
        is_plain = call.func.value is self.node and isinstance(self.node.value, tree.Name)
        known, name = method(call.func.attr[:-1]), self.tensor.code
        if not is_plain or known is None or known.returns != "tensor" or not api.is_discarded(View(self.file, call)):
            return ()
        given = self.file.tree.text[call.func.end : call.end]
        return edits.replace(call, f"{name} = {name}.{call.func.attr[:-1]}{given}")

    @property
    def is_assigned(self) -> bool:
        """Whether the tensor is given other data as a whole."""
        above = self.file.tree.parents[self.node]
        return isinstance(above, tree.Assign) and self.node in above.targets


def _is_still(file: File, read: tree.Name, data: tree.Attribute) -> bool:
    """Whether a variable has nothing but `tensor.data` where it is read."""
    found = reaching_definitions(file.tree, read)
    return bool(found) and all(one is not None and one.value is data for one in found)


def _change_of(file: File, node: tree.Expression) -> View | None:
    """What changes the numbers of a tensor in place, where it stands: a method's call, or an assignment."""
    parents = file.tree.parents
    above: tree.Node = parents[node]
    inside: tree.Node = node
    if isinstance(above, tree.Subscript) and above.value is inside:
        above, inside = parents[above], above
    if isinstance(above, tree.AugmentedAssign) and above.target is inside:
        return View(file, above)
    if isinstance(above, tree.Assign) and inside is not node and inside in above.targets:
        return View(file, above)
    call = parents.get(above)
    is_method = isinstance(above, tree.Attribute) and above.attr.endswith("_") and not above.attr.startswith("_")
    if is_method and isinstance(call, tree.Call) and call.func is above:
        return View(file, call)
    return None


def data_reads(file: File) -> Iterator[DataRead]:
    """Every such place, in source order."""
    packs = "pack_padded_sequence" in file.text or "pack_sequence" in file.text
    for node in file.tree.all(tree.Attribute):
        if node.attr != "data" or (tree.dotted(node.value) or "").startswith("self."):
            continue  # an attribute may be a parameter or a buffer, depending on settings
        value = file.facts.values.get(node.value)
        if value is None or not _is_in_a_graph(value, packs=packs) or _is_as_given(file, node.value, value):
            continue
        function = View(file, node).function
        if function is not None and function.is_always_without_gradients:
            continue  # runs under no_grad, so there is no graph
        if _becomes_a_parameter(file, node) or _is_a_leaf(file, node.value):
            continue  # filled before anything is computed from it
        if not is_hidden_from_a_softmax(file, node):
            yield DataRead(file, node)


def _becomes_a_parameter(file: File, data: tree.Attribute) -> bool:
    """Whether the tensor, under the name that it has here, is made a parameter further down in its function."""
    name = tree.dotted(data.value)
    if name is None:
        func = data.value.func if isinstance(data.value, tree.Call) else None
        name = tree.dotted(func.value) if isinstance(func, tree.Attribute) else None
    later = (call for call in file.tree.own(file.tree.scope(data), tree.Call) if call.args and call.start > data.start)
    made = [call.args[0].value for call in later if tree.last_part(call.func) == "Parameter"]
    return name is not None and name in map(tree.dotted, made)


def _is_a_leaf(file: File, node: tree.Node) -> bool:
    """Whether a name is a parameter on some ways, and a tensor without a graph on the others."""
    reaching = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
    sources = [one.value if one is not None else None for one in reaching]
    values = [file.facts.values.get(source) if source is not None else None for source in sources]
    return bool(values) and all(
        value is not None and value.kind == "tensor" and (value.grad == NO or value.made_by == "parameter")
        for value in values
    )


def _is_as_given(file: File, node: tree.Node, value: Value) -> bool:
    """Whether it is what a function was given: by some callers a parameter, say, which no operation has made."""
    if value.grad == YES or not isinstance(node, tree.Name):
        return False
    definition = reaching_definition(file.tree, node)
    return definition is not None and definition.kind == "parameter"


def _is_in_a_graph(value: Value, *, packs: bool) -> bool:
    """Whether a value is a tensor that operations have made of others; what is packed has data of its own."""
    if value.kind != "tensor" or value.grad == NO or value.assumed or value.made_by == "parameter":
        return False
    whats = {origin.what for origin in all_origins(value)}
    if "leaf" in whats or "use" in whats:
        return False  # a tensor that is itself trained
    return value.proven or not packs
