"""Labels that are the ids of padded texts, in programs that never mask labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import CallView, ExpressionView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# The label that the loss leaves out, without its sign; and what makes or masks labels itself, or takes another one.
_IGNORED = 100
_MASKS = ("ignore_index", "DataCollatorForLanguageModeling", "DataCollatorForSeq2Seq", "label_pad_token_id")


@dataclass(frozen=True, slots=True, eq=False)
class PaddedLabels(ExpressionView):
    """Ids as a tokenizer has padded them, given as labels."""

    padded: CallView  # the tokenizer's call

    @property
    def is_masked_here(self) -> bool:
        """Whether the function around them has -100 in it."""
        around = self.file.tree.above(self.node, tree.FunctionDef) or self.file.tree.root
        return any(self.file.is_within(mark, around) for mark in _marks(self.file.tree))


def is_masked_somewhere(file: File) -> bool:
    """Whether a file of the program has -100 in it, or a name of what leaves padding out of labels."""
    return any(_masks(unit.tree) for unit in file.analysis.units)


def _masks(syntax: tree.Tree) -> bool:
    if any(word in syntax.text for word in _MASKS):
        return True
    return not all(_is_for_its_own(syntax, one) for one in _marks(syntax))


def _marks(syntax: tree.Tree) -> list[tree.UnaryOp]:
    """The labels that a loss leaves out, where the code writes them: -100."""
    negatives = [one for one in syntax.all(tree.UnaryOp) if one.op == "-"] if "-100" in syntax.text else []
    return [one for one in negatives if isinstance(one.operand, tree.Constant) and one.operand.value == _IGNORED]


def _is_for_its_own(syntax: tree.Tree, mark: tree.Node) -> bool:
    """Whether a function that masks labels has padded them itself, so that it masks those of no other function."""
    function = syntax.above(mark, tree.FunctionDef)
    calls = syntax.inside(function, tree.Call) if function is not None else ()
    return any(data.pads_texts(call) for call in calls)


def padded_labels(file: File) -> Iterator[PaddedLabels]:
    """What is given as labels and is padded, in source order."""
    for given in sorted(_labels(file), key=lambda node: node.start):
        call = data.padded_ids(file, given)
        if call is not None:
            yield PaddedLabels(file, given, call)


def _labels(file: File) -> Iterator[tree.Expression]:
    """What calls get as `labels=`, and what entries called "labels" are given."""
    for argument in file.tree.all(tree.Argument):
        if argument.keyword == "labels":
            yield argument.value
    for sample in file.tree.all(tree.Dict):
        yield from (value for key, value in zip(sample.keys, sample.values) if key is not None and _is_labels(key))
    for statement in file.tree.all(tree.Assign):
        if any(isinstance(one, tree.Subscript) and _is_labels(one.index) for one in statement.targets):
            yield statement.value


def _is_labels(key: tree.Node) -> bool:
    return isinstance(key, tree.Constant) and key.value == "labels"
