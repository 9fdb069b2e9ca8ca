"""What a rule decided about one line of a file: the conditions that it tested there, and how each came out.

A rule says who is innocent by `if ...: continue`, with a comment. So the run of the rule is traced, and each `if` of
the rule and of its queries is noted that was decided while a variable held something on that line.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torchlint.finding import Finding, Span
from torchlint.syntax.tree import Node

if TYPE_CHECKING:
    from types import FrameType

    from torchlint.queries.file import File
    from torchlint.rule import Check


@dataclass(frozen=True, slots=True)
class Decision:
    """A condition that was tested about a piece of code."""

    about: Span
    path: str  # the file that tests it
    row: int
    condition: str  # as it is written
    outcome: bool
    comment: str  # what is written behind the statement that follows; empty where nothing is
    leaves: bool  # whether the statement that follows ends the look at this piece of code: continue, return, break
    rests_on: tuple[Decision, ...]  # what was decided in the functions that the condition calls


@dataclass(frozen=True, slots=True)
class Silence:
    """Why a rule reports nothing at a line."""

    path: str
    row: int
    rule: str
    verdict: str  # one sentence
    decisions: tuple[tuple[str, tuple[Decision, ...]], ...] = ()  # by the piece of code that they are about
    values: tuple[tuple[str, str], ...] = ()  # expressions of the line, and what is known of them


@dataclass(slots=True)
class RuleTrace:
    """What a rule found in a file, and what it decided about one line of it."""

    findings: list[Finding] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)


def trace_rule(check: Check, file: File, line: Span, is_traced: Callable[[str], bool]) -> RuleTrace:
    """Run a rule on a file, and note what it decides about `line`; `is_traced` tells which source files to watch.

    The rule's exceptions are raised.
    """
    tracer = _Tracer(line, is_traced)
    _ = file.analysis  # which comes before the rule, and takes the most time
    before = sys.gettrace()
    sys.settrace(tracer.called)
    try:
        tracer.result.findings.extend(check(file))
    finally:
        sys.settrace(before)
    return tracer.result


class _Source:
    """The conditions in a source file of torchlint's, or of a pack's."""

    def __init__(self, path: str) -> None:
        text = Path(path).read_text(encoding="utf-8")
        self.path, self._lines = path, text.splitlines()
        self._tree = ast.parse(text)

    @cached_property
    def conditions(self) -> dict[int, ast.If]:
        """The `if` whose condition is on a row."""
        found = {}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.If):
                found.update(dict.fromkeys(range(node.test.lineno, _last_row(node.test) + 1), node))
        return found

    def condition(self, node: ast.If) -> str:
        """A condition as it is written, on one line."""
        rows = self._lines[node.lineno - 1 : _last_row(node.test)]
        return " ".join(row.strip() for row in rows).rstrip(":")

    def comment(self, statement: ast.stmt) -> str:
        """What is written behind a statement."""
        rest = self._lines[_last_row(statement) - 1][statement.end_col_offset or 0 :]
        return rest.partition("#")[2].strip()


def _last_row(node: ast.expr | ast.stmt) -> int:
    return node.end_lineno or node.lineno


class _Tracer:
    """Notes the decisions in the frames of the source files that are watched."""

    def __init__(self, line: Span, is_traced: Callable[[str], bool]) -> None:
        self.result = RuleTrace()
        self._line, self._is_traced = line, is_traced
        self._sources: dict[str, _Source | None] = {}
        # Conditions that are being tested, and how many decisions had been made before.
        self._pending: dict[FrameType, tuple[ast.If, int]] = {}

    def called(self, frame: FrameType, event: str, argument: Any) -> Callable[[FrameType, str, Any], Any] | None:
        """What `sys.settrace` calls for each new frame."""
        path = frame.f_code.co_filename
        if path not in self._sources:
            self._sources[path] = _Source(path) if self._is_traced(path) else None
        is_comprehension = frame.f_code.co_name.startswith("<")
        return self._moved if self._sources[path] is not None and not is_comprehension else None

    def _moved(self, frame: FrameType, event: str, argument: Any) -> Callable[[FrameType, str, Any], Any]:
        """What `sys.settrace` calls for each line of such a frame, and when it returns, yields or raises."""
        source = self._sources[frame.f_code.co_filename]
        assert source is not None
        if event in ("line", "return"):
            pending = self._pending.get(frame)
            here = source.conditions.get(frame.f_lineno) if event == "line" else None
            if pending is not None and (here is not pending[0] or event == "return"):
                del self._pending[frame]
                self._decided(frame, source, *pending)
            if here is not None:
                self._pending.setdefault(frame, (here, len(self.result.decisions)))
        return self._moved

    def _decided(self, frame: FrameType, source: _Source, suite: ast.If, before: int) -> None:
        """Note how a condition came out; what was decided on the way to that belongs to it."""
        spans = list(self._on_line(frame))
        if not spans:
            return
        about = min(spans, key=lambda span: span.end - span.start)
        first, last = suite.body[0].lineno, _last_row(suite.body[-1])
        outcome = first <= frame.f_lineno <= last
        follows = suite.body[0]
        rests_on = tuple(self.result.decisions[before:])
        del self.result.decisions[before:]
        self.result.decisions.append(
            Decision(
                about,
                source.path,
                suite.lineno,
                source.condition(suite),
                outcome,
                source.comment(follows) if outcome else "",
                outcome and isinstance(follows, (ast.Continue, ast.Return, ast.Break)),
                rests_on,
            )
        )

    def _on_line(self, frame: FrameType) -> Iterator[Span]:
        """What the variables of a frame hold that begins on the line."""
        for value in frame.f_locals.values():
            node = value if isinstance(value, Node) else getattr(value, "node", None)
            if isinstance(node, Node) and self._line.start <= node.start < self._line.end:
                yield Span(node.start, node.end)
