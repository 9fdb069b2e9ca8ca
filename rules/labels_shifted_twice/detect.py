"""Labels that are one token ahead of the inputs, given to models that shift them themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.knowledge.model_families import shifts_labels
from torchlint.queries import ExpressionView, gradients
from torchlint.syntax import tree

from .detect_windows import are_windows

if TYPE_CHECKING:
    from torchlint.queries import File

# A slice's bounds, without what is left out: `1:`, and `:-1`.
_WITHOUT_FIRST, _WITHOUT_LAST = (1, None), (None, -1)


@dataclass(frozen=True, slots=True, eq=False)
class ShiftedLabels(ExpressionView):
    """Labels that begin with the second token of what the inputs begin with."""

    inputs: ExpressionView
    whole: ExpressionView  # the tokens that they are a part of
    is_certain: bool  # whether it is surely given to a model that shifts
    is_window: bool = False  # whether both are cut from more tokens, the labels one token further on

    @property
    def unshifted(self) -> str:
        """What to pass instead, as a message says it."""
        if self.is_window:
            return f"`{self.inputs}` as both inputs and labels"
        inputs = ExpressionView(self.file, _whole(self.file, self.inputs.node))
        if inputs.code == self.whole.code:
            return f"`{self.whole}` as both inputs and labels"
        return f"`{inputs}` and `{self.whole}` as they are"


def shifted_labels(file: File) -> Iterator[ShiftedLabels]:
    """The labels of calls and samples that are cut so, unless the model is known to leave them, in source order."""
    found: dict[tree.Node, ShiftedLabels] = {}
    for node, inputs, labels in _pairs(file):
        is_window = are_windows(*_traced(file, inputs, labels))
        if not is_window and not _is_shifted(file, inputs, labels):
            continue
        shifts = _shifts_itself(file, node) if isinstance(node, tree.Call) else None
        if shifts or (shifts is None and _speaks_of_such_a_model(file)):
            first, whole = ExpressionView(file, inputs), ExpressionView(file, _whole(file, labels))
            found.setdefault(labels, ShiftedLabels(file, labels, first, whole, shifts is True, is_window))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _pairs(file: File) -> Iterator[tuple[tree.Node, tree.Expression, tree.Expression]]:
    """The calls and dicts that have labels, each with the inputs and the labels in it."""
    for call in file.tree.all(tree.Call):
        by_name = {one.keyword: one.value for one in call.args if one.keyword}
        inputs = [by_name["input_ids"]] if "input_ids" in by_name else [a.value for a in call.args[:1] if not a.keyword]
        if inputs and "labels" in by_name and "decoder_input_ids" not in by_name:
            yield call, inputs[0], by_name["labels"]
    for sample in file.tree.all(tree.Dict):
        entries = {key.value: value for key, value in zip(sample.keys, sample.values) if isinstance(key, tree.Constant)}
        if "input_ids" in entries and "labels" in entries:
            yield sample, entries["input_ids"], entries["labels"]


def _is_shifted(file: File, inputs: tree.Expression, labels: tree.Expression) -> bool:
    """Whether the labels are the inputs' own tokens, from the second one on, and the inputs end before the last."""
    first, second = (_slice(one.file, one.node) for one in _traced(file, inputs, labels))
    if first is None or second is None or first[1:] != (_WITHOUT_LAST,) or second[1:] != (_WITHOUT_FIRST,):
        return False
    return first[0] == second[0] or _are_of_one_batch(file, inputs, labels)


def _traced(file: File, *nodes: tree.Expression) -> Iterator[ExpressionView]:
    """What is passed, also where another function has cut it."""
    for node in nodes:
        traced = gradients.traced(ExpressionView(file, gradients.uncopied(file, node)))
        sample = gradients.part_of_sample(traced.file, traced.node) if isinstance(traced.node, tree.Name) else None
        yield gradients.traced(sample) if sample is not None else traced


def _are_of_one_batch(file: File, inputs: tree.Expression, labels: tree.Expression) -> bool:
    """Whether they are parts of the inputs and the labels of the same batch: `batch["input_ids"]`, `batch["labels"]`.

    A sample that is made here may have any labels.
    """
    first, second = _whole(file, inputs), _whole(file, labels)
    if not isinstance(first, tree.Subscript) or not isinstance(second, tree.Subscript):
        return False
    keys = [getattr(one.index, "value", None) for one in (first, second)]
    return keys == ["input_ids", "labels"] and file.tree.text_of(first.value) == file.tree.text_of(second.value)


def _slice(file: File, node: tree.Node) -> tuple[str, tuple[float | None, float | None]] | None:
    """What an expression takes a part of along its last axis, and the bounds: `ids[:, 1:]`, also by a name."""
    node = gradients.uncopied(file, node)
    if not isinstance(node, tree.Subscript):
        return None
    index = node.index.elements[-1] if isinstance(node.index, tree.Tuple) else node.index
    if not isinstance(index, tree.Slice) or index.step is not None:
        return None
    if isinstance(node.index, tree.Tuple) and not all(_is_whole(one) for one in node.index.elements[:-1]):
        return None
    whole = gradients.uncopied(file, node.value)
    lower, upper = (gradients.folded(file, one) if one is not None else None for one in (index.lower, index.upper))
    if (lower is None) != (index.lower is None) or (upper is None) != (index.upper is None):
        return None  # an unknown bound
    # Of `ids[:, 1:]` and `ids[1:]` the one is cut along another axis.
    return f"{file.tree.text_of(whole)}{' by rows' * isinstance(node.index, tree.Tuple)}", (lower or None, upper)


def _whole(file: File, part: tree.Node) -> tree.Node:
    """What a part is taken of: `ids` for `ids[:, 1:]`."""
    part = gradients.uncopied(file, part)
    return part.value if isinstance(part, tree.Subscript) else part


def _is_whole(node: tree.Node) -> bool:
    """Whether a part of an index takes an axis as it is: `:`, or `...`."""
    if isinstance(node, tree.Slice):
        return node.lower is None and node.upper is None and node.step is None
    return isinstance(node, tree.Constant) and node.value is ...


def _shifts_itself(file: File, call: tree.Call) -> bool | None:
    """Whether the model that is called shifts its labels; None where it is not known which model that is."""
    model = file.value(call.func).value
    if isinstance(model.ref, Class):
        forwards = [cls.methods["forward"].node for cls in model.ref.lineage if "forward" in cls.methods]
        return any(map(_takes_labels_from_second, forwards)) if forwards else None
    if isinstance(model.source, tree.Call) and file.holds(model.source):
        parts = {part for name in file.names.spelled(model.source) for part in name.split(".")}
        classes = [part for part in parts if part[:1].isupper()]
        return any(map(shifts_labels, classes)) if "transformers" in parts and classes else None
    return None if model.kind in ("module", "unknown") else False


def _takes_labels_from_second(forward: tree.Node) -> bool:
    """Whether a forward cuts off the first of its labels, and the last of something else."""
    parts = [node for node in tree.walk(forward) if isinstance(node, tree.Subscript)]
    cut = {
        (tree.last_name(part.value), one.lower is not None, one.upper is not None)
        for part in parts
        for one in tree.walk(part.index)
        if isinstance(one, tree.Slice)
    }
    return any("labels" in name and lower and not upper for name, lower, upper in cut) and any(
        "labels" not in name and upper and not lower for name, lower, upper in cut
    )


def _speaks_of_such_a_model(file: File) -> bool:
    """Whether a file of the program imports such a model from transformers."""
    imports = (one for unit in file.analysis.units for one in unit.tree.all(tree.ImportFrom))
    names = (alias.name for one in imports if one.module.split(".")[0] == "transformers" for alias in one.names)
    return any(map(shifts_labels, names))
