"""Numbers of classes and words that a dataset gives out by their place in a listing or a set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ADDS = frozenset(("append", "extend", "add", "setdefault"))
# How a program saves or loads weights, and how it may keep the numbers as well.
_KEEPS_WEIGHTS = re.compile(r"\bstate_dict\(")
_KEEPS_OTHERS = re.compile(
    r"\b(pickle|json|dill|joblib|yaml)\.(dump|load)|\bnp\.(save|load)"
    r"|\bsave\w*\([^)]*(vocab|stoi|char|word|class|label|map|idx|token)",
    re.IGNORECASE,
)


def numbered(file: File) -> Iterator[tree.Expression]:
    """What is numbered where a dataset makes labels: `{name: n for n, name in enumerate(os.listdir(root))}`."""
    for cls in file.analysis.classes:
        if not cls.is_dataset or not file.holds(cls.node):
            continue
        for comprehension in file.tree.inside(cls.node, tree.Comprehension):
            if comprehension.kind == "dict" and len(comprehension.clauses) == 1:
                yield from _enumerated(comprehension.clauses[0].iter)
        for loop in file.tree.inside(cls.node, tree.For):
            number = loop.target.elements[0] if isinstance(loop.target, tree.Tuple) and loop.target.elements else None
            if isinstance(number, tree.Name) and _is_kept(loop, number.id):
                yield from _enumerated(loop.iter)


def numbered_words(file: File) -> Iterator[tree.Expression]:
    """What is numbered in a program that keeps weights, but not the numbers: `{word: n for n, word in enumerate(x)}`.

    A later run gives the words other numbers than the weights were trained with.
    """
    numbering = [one for one in file.tree.all(tree.Comprehension) if one.kind == "dict" and len(one.clauses) == 1]
    enumerated = [listed for one in numbering for listed in _enumerated(one.clauses[0].iter)]
    if enumerated and data.is_in_texts_of_program(file, _KEEPS_WEIGHTS):
        if not data.is_in_texts_of_program(file, _KEEPS_OTHERS):
            yield from enumerated


def _enumerated(iterated: tree.Expression) -> Iterator[tree.Expression]:
    if isinstance(iterated, tree.Call) and tree.dotted(iterated.func) == "enumerate" and iterated.args:
        if not iterated.args[0].star:
            yield iterated.args[0].value


def _is_kept(loop: tree.For, name: str) -> bool:
    """Whether the number of a pass goes into a list or a dict: as a label."""
    for node in tree.walk(loop):
        kept: list[tree.Node] = []
        if isinstance(node, tree.Call) and tree.last_name(node.func) in _ADDS:
            kept = [argument.value for argument in node.args]
        elif isinstance(node, tree.Assign) and isinstance(node.targets[0], tree.Subscript):
            kept = [node.value]
        if any(isinstance(one, tree.Name) and one.id == name for part in kept for one in tree.walk(part)):
            return True
    return False
