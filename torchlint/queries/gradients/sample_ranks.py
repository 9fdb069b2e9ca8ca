"""How many dimensions the parts of a loader's batch have, by what its dataset holds and gives for each sample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.operations import has_column, keeps_shape
from torchlint.queries.analysed_files import file_around
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.operands import operation_of
from torchlint.queries.gradients.value_sources import traced
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

RankOf = Callable[[ExpressionView], "int | None"]
_DEEPEST = 8
# What puts samples together in another way than one more dimension in front.
_OTHER_BATCHES = frozenset(("collate_fn", "batch_sampler"))


def rank_in_batch(file: File, name: tree.Name, rank_of: RankOf) -> int | None:
    """The rank of one part of a batch that a loop over a loader unpacks."""
    unpacked = _unpacked(file, name)
    if unpacked is None:
        return None
    made, place, count = unpacked
    if made.file.names.spelled_out(made.node.func).rpartition(".")[2] == "TensorDataset":
        tensors = [a.value for a in made.node.args if a.keyword is None]
        return rank_of(ExpressionView(made.file, tensors[place])) if len(tensors) == count else None
    cls = made.callee.value.ref
    inside = file_around(file, cls.node) if isinstance(cls, Class) else None
    if not isinstance(cls, Class) or inside is None:
        return None
    rank = _Samples(inside, cls, made, rank_of).rank_of_part(place, count)
    return rank + 1 if rank is not None else None


def part_of_sample(file: File, name: tree.Name) -> ExpressionView | None:
    """What a dataset's class gives for one part of a sample, of whose batches a loop over a loader unpacks this part.

    Example:
        For `y` in `for x, y in DataLoader(Windows(ids))`, that is the second of two things that `Windows.__getitem__`
        returns.
    """
    unpacked = _unpacked(file, name)
    cls = unpacked[0].callee.value.ref if unpacked is not None else None
    inside = file_around(file, cls.node) if isinstance(cls, Class) else None
    if unpacked is None or not isinstance(cls, Class) or inside is None:
        return None
    _, place, count = unpacked
    getter = cls.method("__getitem__")
    returned = [one.value for one in inside.tree.own(getter.node, tree.Return)] if getter is not None else []
    samples = [resolved_expression(inside.tree, one) for one in returned if one is not None]
    if len(samples) != 1 or not isinstance(samples[0], tree.Tuple) or len(samples[0].elements) != count:
        return None
    return ExpressionView(inside, samples[0].elements[place])


def _unpacked(file: File, name: tree.Name) -> tuple[CallView, int, int] | None:
    """The dataset of whose batches a loop unpacks this name; as which part, and of how many."""
    definition = reaching_definition(file.tree, name)
    loop = definition.node if definition is not None else None
    if not isinstance(loop, tree.For):
        return None
    target, iterated = loop.target, loop.iter
    if isinstance(iterated, tree.Call) and tree.dotted(iterated.func) == "enumerate":
        if isinstance(target, tree.Tuple) and len(target.elements) == 2:
            target, iterated = target.elements[1], iterated.args[0].value
    parts = target.elements if isinstance(target, (tree.Tuple, tree.List)) else []
    names = [part.id if isinstance(part, tree.Name) else "" for part in parts]
    made = _dataset(ExpressionView(file, iterated)) if name.id in names else None
    return (made, names.index(name.id), len(names)) if made is not None else None


def _dataset(given: ExpressionView) -> CallView | None:
    """What makes the dataset of a loader, also where that is made by another function."""
    loader = traced(given)
    file, node = loader.file, loader.node
    if not isinstance(node, tree.Call) or file.names.spelled_out(node.func).rpartition(".")[2] != "DataLoader":
        return None
    if any(a.star or a.keyword in _OTHER_BATCHES for a in node.args):
        return None
    held = next((a.value for a in node.args if a.keyword in (None, "dataset")), None)
    made = traced(ExpressionView(file, held)) if held is not None else None
    return CallView(made.file, made.node) if made is not None and isinstance(made.node, tree.Call) else None


@dataclass(frozen=True, slots=True)
class _Samples:
    """A dataset of a class of this file, and the call that makes it."""

    file: File
    cls: Class
    made: CallView
    rank_of: RankOf

    def rank_of_part(self, place: int, count: int) -> int | None:
        """The rank of one of several things that each sample consists of."""
        getter = self.cls.method("__getitem__")
        if getter is None or not self.file.holds(getter.node):
            return None
        ranks: set[int | None] = set()
        for node in tree.walk(getter.node, into_functions=False):
            if isinstance(node, tree.Return):
                value = resolved_expression(self.file.tree, node.value) if node.value is not None else None
                if not isinstance(value, tree.Tuple) or len(value.elements) != count:
                    return None
                ranks.add(self._rank(value.elements[place]))
        return ranks.pop() if len(ranks) == 1 else None

    def _rank(self, node: tree.Node, depth: int = 0) -> int | None:
        """The rank of an expression of the class or of the code that makes it: that of a plain number is 0."""
        node = resolved_expression(self.file.tree, node)
        if depth > _DEEPEST:
            return None
        if isinstance(node, (tree.List, tree.Tuple)) and node.elements:
            inner = self._rank(node.elements[0], depth + 1)
            return inner + 1 if inner is not None else None
        if isinstance(node, tree.Constant):
            return 0 if isinstance(node.value, (int, float)) else None
        if isinstance(node, tree.Name):
            given = self._given(node)
            if given is None or given.file is not self.file:
                return self.rank_of(given or ExpressionView(self.file, node))
            return self._rank(given.node, depth + 1)
        if isinstance(node, tree.Attribute):
            return self._rank_of_attribute(node, depth)
        if isinstance(node, tree.Subscript):
            return self._rank_of_sample(node, depth)
        return self._rank_of_call(node, depth) if isinstance(node, tree.Call) else None

    def _given(self, name: tree.Name) -> ExpressionView | None:
        """What the call gives for a parameter of the constructor."""
        definition = reaching_definition(self.file.tree, name)
        function = self.file.tree.above(name, tree.FunctionDef)
        if definition is None or definition.kind != "parameter" or not isinstance(function, tree.FunctionDef):
            return None
        if function.name != "__init__" or self.file.tree.above(function, tree.ClassDef) is not self.cls.node:
            return None
        names = [parameter.name for parameter in function.parameters]
        return self.made.argument(names.index(definition.name) - 1, definition.name)

    def _rank_of_attribute(self, node: tree.Attribute, depth: int) -> int | None:
        if node.attr == "values":
            return _of_column(node.value)
        if tree.dotted(node.value) != "self":
            return None
        found = assignments_to(self.file.tree, self.cls.node, f"self.{node.attr}")
        return self._rank(found[0].value, depth + 1) if len(found) == 1 and found[0].value is not None else None

    def _rank_of_sample(self, node: tree.Subscript, depth: int) -> int | None:
        """That of `self.targets[index]`, for the index that is asked for."""
        getter = self.cls.method("__getitem__")
        parameters = getter.node.parameters if getter is not None else []
        if len(parameters) < 2 or tree.dotted(node.index) != parameters[1].name:
            return None
        whole = self._rank(node.value, depth + 1)
        return whole - 1 if whole else None

    def _rank_of_call(self, node: tree.Call, depth: int) -> int | None:
        name = tree.last_name(node.func)
        if name in ("float", "int") and isinstance(node.func, tree.Name):
            return 0
        if name in ("to_numpy", "tolist") and isinstance(node.func, tree.Attribute) and not node.args:
            column = _of_column(node.func.value)
            return column if column is not None else self._rank(node.func.value, depth + 1)
        made = operation_of(self.file, node)
        if made is None or made.operand is None:
            return None
        if has_column(name, "create-from-data") or name.endswith("Tensor") or name in ("array", "float32", "astype"):
            return self._rank(made.operand, depth + 1)
        if keeps_shape(name):
            return self._rank(made.operand, depth + 1)
        if name == "unsqueeze":
            inner = self._rank(made.operand, depth + 1)
            return inner + 1 if inner is not None else None
        return self.rank_of(ExpressionView(self.file, node))


def _of_column(node: tree.Node) -> int | None:
    """The rank of a column of a table: of `frame["price"]`, not of `frame[["price"]]`."""
    is_column = isinstance(node, tree.Subscript) and tree.is_text(node.index)
    return 1 if is_column else None
