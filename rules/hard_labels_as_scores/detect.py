"""Scores of a ranking or of probabilities that are computed from labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.knowledge.scores import (
    EVALUATE_KEYWORD,
    SCIKIT_KEYWORDS,
    SCIKIT_SCORES,
    SCORE_CLASSES,
    TASKS,
    TENSOR_KEYWORDS,
    TENSOR_SCORES,
    Kind,
)
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

from .detect_decisions import Decision
from .detect_labels import Search

if TYPE_CHECKING:
    from torchlint.queries import File

_TENSOR_LIBRARIES = ("torchmetrics.", "torcheval.", "pytorch_lightning.metrics.", "lightning.pytorch.metrics.")
_EFFECTS: dict[Kind, str] = {
    "area": "the AUC is only the balanced accuracy",
    "precision": "the average precision has a single threshold",
    "curve": "the curve has a single threshold",
    "log": "the log loss only counts mistakes",
    "square": "the Brier score is only the error rate",
}


@dataclass(frozen=True, slots=True, eq=False)
class Labels(ExpressionView):
    """What a score is given, if it is labels."""

    kind: Kind  # what they are given to
    decision: View | None  # where the labels were decided on, if that is another place of this file

    @property
    def effect(self) -> str:
        """What the score is."""
        return _EFFECTS[self.kind]

    @property
    def instead(self) -> str:
        """What it wants."""
        return "probabilities" if self.kind in ("log", "square") else "probabilities or logits"


def labels(file: File) -> Iterator[Labels]:
    """Such arguments, in source order."""
    found: dict[tree.Node, Labels] = {}
    for call, given, kind in _scores(file):
        search = Search(file, call)
        decision = search.found(file.tree, given)
        places = [(given, decision)] if isinstance(decision, Decision) else search.passed_by_some
        for node, its in places:
            if isinstance(its, Decision):
                found.setdefault(node, _labels(file, node, kind, its))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _labels(file: File, node: tree.Expression, kind: Kind, decision: Decision) -> Labels:
    is_elsewhere = decision.syntax is file.tree and not file.is_within(decision.node, node)
    at = View(file, decision.node) if is_elsewhere else None
    return Labels(file, node, kind, at)


def _scores(file: File) -> Iterator[tuple[tree.Call, tree.Expression, Kind]]:
    """Each call that scores, with what it is given for the scores of the samples."""
    for call in file.tree.all(tree.Call):
        name = tree.last_name(call.func)
        spelled = file.names.spelled(call)
        short = _without_task(name)
        if name in SCIKIT_SCORES:
            given = _of_scikit(file, call, spelled)
            if given is not None:
                yield call, given, SCIKIT_SCORES[name]
        elif name == "compute":
            yield from ((call, one.value, "area") for one in call.args if one.keyword == EVALUATE_KEYWORD)
        elif short in TENSOR_SCORES and _is_of(spelled):
            given = _given(call, 0, TENSOR_KEYWORDS)
            if given is not None:
                yield call, given, TENSOR_SCORES[short]
        elif short in SCORE_CLASSES and _is_of(spelled):
            for use in _uses(file, call):
                given = _given(use, 0, TENSOR_KEYWORDS)
                if given is not None:
                    yield use, given, SCORE_CLASSES[short]


def _without_task(name: str) -> str:
    return next((name.removeprefix(task) for task in TASKS if name.startswith(task)), name)


def _is_of(spelled: frozenset[str]) -> bool:
    return any(name.startswith(_TENSOR_LIBRARIES) for name in spelled)


def _of_scikit(file: File, call: tree.Call, spelled: frozenset[str]) -> tree.Expression | None:
    """What a function of scikit-learn is given for the scores, or one of the project with the same parameters."""
    if any(name.startswith("sklearn.") for name in spelled) or _is_imported_with_all(file, call):
        return _given(call, 1, SCIKIT_KEYWORDS)
    functions = list(file.facts.functions.get(call, ()))
    if len(functions) != 1:
        return None
    passed = functions[0].passed_by(call)
    names = [one.name for one in functions[0].node.parameters]
    keyword = next((one for one in SCIKIT_KEYWORDS if one in names[1:2]), "")
    return passed.get(keyword) if names[:1] == ["y_true"] else None


def _is_imported_with_all(file: File, call: tree.Call) -> bool:
    """Whether only `from sklearn.metrics import *` can have defined a plain name."""
    if not isinstance(call.func, tree.Name) or file.facts.functions.get(call):
        return False
    return any(one.module == "sklearn.metrics" and not one.names for one in file.tree.all(tree.ImportFrom))


def _given(call: tree.Call, place: int, keywords: tuple[str, ...]) -> tree.Expression | None:
    named = (one.value for one in call.args if one.keyword in keywords)
    return next(named, None) or tree.positional(call, place)


def _uses(file: File, made: tree.Call) -> Iterator[tree.Call]:
    """The calls of a metric that was made as an object: `auroc(preds, y)`, `self.auroc.update(preds, y)`."""
    node: tree.Node = made
    above = file.tree.parents.get(node)
    while isinstance(above, tree.Attribute) and isinstance(file.tree.parents.get(above), tree.Call):
        node = file.tree.parents[above]  # `AUROC(task="binary").to(device)`
        above = file.tree.parents.get(node)
    if isinstance(above, tree.Call) and above.func is node:
        yield above  # `AUROC(task="binary")(preds, y)`
    for one in definitions_from(file.tree, node):
        is_own = one.name.startswith("self.")
        within = file.tree.above(one.node, tree.ClassDef) if is_own else file.tree.scope(one.node)
        calls = file.tree.once(_calls, within) if within is not None else {}
        for called in (one.name, f"{one.name}.update", f"{one.name}.forward"):
            yield from calls.get(called, ())


def _calls(syntax: tree.Tree, within: tree.Node) -> dict[str, list[tree.Call]]:
    """The calls in a class or function, by what they call."""
    found: dict[str, list[tree.Call]] = {}
    for call in syntax.inside(within, tree.Call):
        found.setdefault(tree.dotted(call.func) or "", []).append(call)
    return found
