"""How many dimensions arrays of NumPy and of scikit-learn's samples have, where the code states it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.sample_arrays import (
    DATA_SETS,
    DIVIDES,
    MOST_POSITIONAL,
    OF_ONE_DIMENSION,
    RESCALES,
    SAMPLES_AND_TARGETS,
    TAKES_SHAPE,
    TAKES_SIZES,
)
from torchlint.queries.gradients.float_rounding import folded
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

RankOf = Callable[[tree.Node], "int | None"]


def rank_of_array(file: File, node: tree.Call, rank_of: RankOf) -> int | None:
    """That of what a call of NumPy or scikit-learn gives; None for any other call.

    Example:
        2 for `np.random.rand(100, 8)`, and for `scaler.fit_transform(features)` that of `features`.
    """
    name = file.names.spelled_out(node.func)
    positional = [one.value for one in node.args if one.keyword is None and not one.star]
    if name in OF_ONE_DIMENSION:
        return 1
    if name in TAKES_SIZES:
        return len(positional) if positional and len(positional) == len(node.args) else None
    if name in TAKES_SHAPE:
        return _of_shape(file, positional[0]) if positional else None
    if not isinstance(node.func, tree.Attribute) or not positional:
        return None
    if node.func.attr == "astype":
        return rank_of(node.func.value)
    is_of_rows = node.func.attr in RESCALES and len(node.args) == 1 and rank_of(positional[0]) == 2
    return 2 if is_of_rows else None  # of one dimension, a LabelBinarizer makes two


def rank_of_sample_part(file: File, node: tree.Node, rank_of: RankOf) -> int | None:
    """That of what scikit-learn gives among other things: `x, y = make_moons()`, `load_iris().target`.

    Example:
        2 for `x` and 1 for `y` after `x, y = make_moons(100)`, and the same for both parts of each after
        `x_train, x_test, y_train, y_test = train_test_split(x, y)`.
    """
    if isinstance(node, tree.Attribute) and node.attr in ("data", "target"):
        made = resolved_expression(file.tree, node.value)
        is_known = isinstance(made, tree.Call) and file.names.spelled_out(made.func) in DATA_SETS
        return (2 if node.attr == "data" else 1) if is_known else None
    if not isinstance(node, tree.Name) or (definition := reaching_definition(file.tree, node)) is None:
        return None
    assigned = definition.node
    if not isinstance(assigned, tree.Assign) or len(assigned.targets) != 1 or not isinstance(assigned.value, tree.Call):
        return None
    names = [tree.dotted(one) for one in tree.walk(assigned.targets[0]) if isinstance(one, tree.Name)]
    return _unpacked(file, assigned.value, names.index(node.id), len(names), rank_of) if node.id in names else None


def _unpacked(file: File, made: tree.Call, place: int, count: int, rank_of: RankOf) -> int | None:
    """That of one of several results of a call."""
    name, keywords = file.names.spelled_out(made.func), {one.keyword for one in made.args}
    positional = [one.value for one in made.args if one.keyword is None and not one.star]
    if name == DIVIDES:
        return rank_of(positional[place // 2]) if count == 2 * len(positional) else None
    if name in SAMPLES_AND_TARGETS:
        changing = SAMPLES_AND_TARGETS[name]
        is_plain = not keywords & changing and (not changing or len(positional) <= MOST_POSITIONAL)
        return 2 - place if count == 2 and is_plain else None
    return 2 - place if name in DATA_SETS and count == 2 and "return_X_y" in keywords else None


def _of_shape(file: File, shape: tree.Expression) -> int | None:
    if isinstance(shape, (tree.Tuple, tree.List)):
        return len(shape.elements)
    return 1 if folded(file, shape) is not None else None
