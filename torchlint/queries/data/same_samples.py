"""Two datasets that hold the same samples: made of the same tensors or the same split, or one a part of the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, reaching_definitions, resolved_expression
from torchlint.knowledge.naming_conventions import SAMPLE_LOOKS
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_NAMES_TRAINING = re.compile(r"(^|_)train(ing)?(_|$)", re.IGNORECASE)
_OF_TRAINING = re.compile(r"^train(ing)?$", re.IGNORECASE)


def same_samples(file: File, one: tree.Expression, other: tree.Expression) -> tree.Call | None:
    """The call that makes the second dataset, if it makes one of the samples of the first: of the same training split.

    Datasets of the same tensors are the same, whatever these are called.
    """
    first, second = resolved_expression(file.tree, one), resolved_expression(file.tree, other)
    if not isinstance(first, tree.Call) or not isinstance(second, tree.Call) or first is second:
        return None
    if file.tree.text_of(first.func) != file.tree.text_of(second.func) or any(
        a.star for a in (*first.args, *second.args)
    ):
        return None
    pairs = list(zip(first.args, second.args))
    is_same = len(first.args) == len(second.args) and all(_is_same(file, a.value, b.value) for a, b in pairs)
    if tree.last_name(first.func) in ("TensorDataset", "Subset"):
        return second if is_same and pairs else None
    if _are_same_rows(file, first, second):
        return second
    mine, others = _settings(file, first), _settings(file, second)
    return second if mine == others and any(map(_says_training, second.args)) else None


def _are_same_rows(file: File, first: tree.Call, second: tree.Call) -> bool:
    """Whether both are made of the same data for training, however they look at it: `Rows(x_train, y_train)`."""
    mine, others = ([a for a in call.args if not _is_of_looks(file, a)] for call in (first, second))
    is_same = len(mine) == len(others) and all(
        a.keyword == b.keyword and _is_same(file, a.value, b.value) for a, b in zip(mine, others)
    )
    return is_same and any(_NAMES_TRAINING.search(tree.last_name(a.value)) for a in others)


def _is_of_looks(file: File, argument: tree.Argument) -> bool:
    """Whether an argument says how samples look, and not which they are: `transform=plain`."""
    return SAMPLE_LOOKS.search(argument.keyword or file.tree.text_of(argument.value)) is not None


def part_of(file: File, whole: tree.Expression, part: tree.Expression) -> tree.Call | None:
    """The call of `random_split` or `Subset` that a dataset is one of the parts of the other by."""
    definition = reaching_definition(file.tree, part) if isinstance(part, tree.Name) else None
    made = definition.source if definition is not None else part
    if not isinstance(made, tree.Call) or tree.last_name(made.func) not in ("random_split", "Subset") or not made.args:
        return None
    return made if _is_same(file, whole, made.args[0].value) and tree.dotted(whole) else None


def _is_same(file: File, one: tree.Expression, other: tree.Expression) -> bool:
    """Whether two expressions read the same names, which have the same values in both places."""
    if file.tree.text_of(one) != file.tree.text_of(other) or isinstance(one, tree.Call):
        return False
    for mine, others in zip(tree.walk(one), tree.walk(other)):
        if isinstance(mine, tree.Name) and isinstance(others, tree.Name):
            if reaching_definitions(file.tree, mine) != reaching_definitions(file.tree, others):
                return False
    return True


def _settings(file: File, call: tree.Call) -> list[tuple[str, str]]:
    found = [
        (a.keyword or "", file.tree.text_of(a.value)) for a in call.args if not SAMPLE_LOOKS.search(a.keyword or "")
    ]
    return sorted(one for one in found if one[0] or not SAMPLE_LOOKS.search(one[1]))


def _says_training(argument: tree.Argument) -> bool:
    """Whether an argument chooses the samples for training: `train=True`, `split="train"`."""
    value = argument.value.value if isinstance(argument.value, tree.Constant) else None
    if isinstance(value, str):
        return _OF_TRAINING.search(value) is not None
    return value is True and _OF_TRAINING.search(argument.keyword or "") is not None
