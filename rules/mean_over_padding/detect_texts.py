"""How many texts a tokenizer is given: one alone is not filled up to the longest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.queries import CallView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.definitions import Definition
    from torchlint.queries import File

# What makes one vector of a mean with one row.
_ONE_ROW = frozenset(("squeeze", "flatten"))
# Methods that give a text.
_TEXT = frozenset(("join", "format", "strip", "replace", "lower", "upper"))
_LISTS = ("list", "List", "Sequence", "Iterable")


def are_several(file: File, padded: CallView, mean: CallView) -> int:
    """Whether a tokenizer that fills up gets several texts; one is filled up, too, where the length is given."""
    given = padded.argument(0, "text")
    if data.is_padded_surely(padded):
        return YES
    if given is None or data.is_of_one_text(padded) or _takes_one_row(file, mean.node):
        return NO
    node = resolved_expression(file.tree, given.node)
    if isinstance(node, (tree.List, tree.Tuple, tree.Comprehension)):
        return YES
    if isinstance(node, tree.Subscript):
        return YES if isinstance(node.index, tree.Slice) else MAYBE
    if isinstance(node, tree.Call):
        return NO if CallView(file, node).method in _TEXT else MAYBE
    if isinstance(node, tree.Name) and not _sounds_like_several(node.id):
        return NO
    if isinstance(node, tree.Name):
        return max((_of_definition(file, one) for one in reaching_definitions(file.tree, node) if one), default=MAYBE)
    return MAYBE


def _takes_one_row(file: File, mean: tree.Node) -> bool:
    """Whether one row of a mean is used: `x.mean(1).squeeze()`, `x.mean(1)[0]`."""
    above = file.tree.parents.get(mean)
    while isinstance(above, (tree.Attribute, tree.Call, tree.Subscript)):
        if isinstance(above, tree.Attribute) and above.attr in _ONE_ROW:
            return True
        if isinstance(above, tree.Subscript):
            return isinstance(above.index, tree.Constant) and above.index.value == 0
        above = file.tree.parents.get(above)
    return False


def _sounds_like_several(name: str) -> bool:
    """Whether a name is a plural, or that of a batch; of `text`, only its name says that there is one."""
    return name.lower().endswith(("s", "batch", "list"))


def _of_definition(file: File, definition: Definition) -> int:
    """What a parameter is declared as; of another definition, nothing is known."""
    if not isinstance(definition.node, tree.Parameter) or definition.node.annotation is None:
        return MAYBE
    declared = file.tree.text_of(definition.node.annotation)
    if declared == "str":
        return NO
    return YES if declared.rpartition(".")[2].startswith(_LISTS) else MAYBE
