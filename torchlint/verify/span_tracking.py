"""Tracks the spans that an experiment captures through fixes, so that the same probe observes the same code."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Sequence
from functools import lru_cache

from torchlint.files.splice import Splice
from torchlint.finding import Experiment, Span
from torchlint.verify.plan import Place, Places


def tracked(experiment: Experiment, old: str, new: str, splices: Sequence[Splice]) -> Experiment:
    """The experiment with its spans in the new text, after the splices that were made one after the other."""
    was, now = code(old), code(new)
    captures = ((role, _tracked(span, splices, was, now)) for role, span in experiment.captures)
    return Experiment(experiment.probe, tuple(captures))


def _tracked(span: Span, splices: Sequence[Splice], was: Code, now: Code) -> Span:
    """The largest piece of code that the span may have become; an expression stays one.

    A span that no longer is a piece of code keeps its position: nothing is observed there, and the verdict says so.
    """
    spans = images(span, splices)
    kinds = (ast.expr, ast.stmt) if was.holds(span, ast.expr) else (ast.stmt, ast.expr)
    return next((image for kind in kinds for image in spans if now.holds(image, kind)), spans[0])


def images(span: Span, splices: Iterable[Splice]) -> list[Span]:
    """All that a span may have become, the largest first."""
    spans = {span: None}
    for splice in splices:
        spans = {image: None for each in spans for image in splice.images(each)}
    return sorted(spans, key=lambda image: image.start - image.end)


@lru_cache(maxsize=2)  # a file has many findings
def code(text: str) -> Code:
    """The code in a text."""
    return Code(text)


class Code:
    """A text, and which of its places are code."""

    def __init__(self, text: str) -> None:
        self._places = Places(text)
        self._nodes: dict[Place, list[ast.AST]] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in the user's strings are not ours to tell
            tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.expr | ast.stmt):
                place = node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0
                self._nodes.setdefault(place, []).append(node)

    def holds(self, span: Span, kind: type[ast.AST]) -> bool:
        """Whether an expression, or a statement, is exactly there."""
        return any(isinstance(node, kind) for node in self._nodes.get(self._places.of(span), ()))
