"""What is written into a scenario: planted mistakes and innocent look-alikes, and who has to see them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.observed_runs import captures, span
from torchlint.files.source import Lines, Source
from torchlint.finding import Experiment, Finding, Span
from torchlint.reading import read_source

# `total += loss  # confirmed by loss-accumulates-graph: nodes only`: the linter's own finding settles it.
# `total += loss.item()  # refuted(retained_graph): no graph`: nobody reports it, the mark stands for a coarser linter.
MARK = re.compile(r"# (confirmed|refuted)(?: by ([a-z-]+)|\((\w+)\))(?:: ([^#]*))?")


@dataclass(frozen=True)
class Mark:
    """A planted mistake or a look-alike: its line, the outcome it wants, its rule or probe, a part of what is said."""

    path: Path
    row: int
    outcome: str
    rule: str
    probe: str
    says: str

    def __str__(self) -> str:
        return f"{self.path.name}:{self.row} {self.rule or self.probe}"


def marks_in(path: Path) -> list[Mark]:
    """The marks of a script, from above to below."""
    marks = []
    for row, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        found = [Mark(path, row, *(group or "" for group in mark)) for mark in MARK.findall(line)]
        if len(found) != len(re.findall("# (confirmed|refuted)", line)):
            raise ValueError(f"{path.name}:{row}: a mark that nobody understands")
        marks.extend(found)
    return [Mark(m.path, m.row, m.outcome, m.rule, m.probe, m.says.strip()) for m in marks]


def suspicion(mark: Mark, source: Source) -> Finding:
    """The finding of a linter that looks at this line no closer than the mark does."""
    lines = Lines(source.text)
    statements = {node.lineno: node for node in ast.walk(ast.parse(source.text)) if isinstance(node, ast.stmt)}
    captured = tuple(places(mark.probe, statements[mark.row], lines))
    return Finding(source.path, captured[0][1], "", proof=Experiment(mark.probe, captured), sure=False)


def places(probe: str, statement: ast.stmt, lines: Lines) -> Iterator[tuple[str, Span]]:
    """What an experiment captures of a statement."""
    if probe == "hook_lifetime":
        yield "at", span(registration(statement), lines)
    else:
        yield from captures(probe, statement, lines)


def registration(statement: ast.stmt) -> ast.Call:
    """The call that registers a hook, wherever it stands in a statement."""
    calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    return next(c for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr.startswith("register_"))


def findings_of(path: Path, reported: dict[tuple[int, str], Finding]) -> dict[Mark, Finding]:
    """For each mark of a script its finding: the linter's own, by row and rule, where the mark names a rule."""
    source = read_source(str(path))
    found = {
        mark: reported.get((mark.row, mark.rule)) if mark.rule else suspicion(mark, source) for mark in marks_in(path)
    }
    return {mark: finding for mark, finding in found.items() if finding is not None}
