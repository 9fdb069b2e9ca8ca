"""Why a rule reports nothing at a line: whether it is on, what it decided there, and what is unknown there."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.files.source import Cell, Lines, Source, Unreadable
from torchlint.finding import Finding, Span
from torchlint.reading import as_python, read_source
from torchlint.rule_trace import Decision, RuleTrace, Silence, trace_rule
from torchlint.settings.keys import ConfigError
from torchlint.settings.selection import suggestion

if TYPE_CHECKING:
    from torchlint.queries.file import File
    from torchlint.rule import Rule
    from torchlint.runner.session import Session
    from torchlint.syntax import tree

WHY_NOT = "--why-not"
# So many decisions say enough.
_MOST = 4
_PLACE = re.compile(r"(?P<path>.+?)(?::cell (?P<cell>\d+))?:(?P<row>\d+)(?::\d+)?")


def why_not(session: Session, name: str, place: str) -> Silence:
    """Why the rule of that name reports nothing at a place; raises ConfigError for what does not exist.

    The place is `FILE:LINE` or `NOTEBOOK:cell NUMBER:LINE`, perhaps with a column, as findings have it.
    """
    path, cell, row = _place(place)
    rule = session.catalog.get(name)
    if rule is None:
        raise ConfigError(WHY_NOT, f"unknown rule '{name}'{suggestion(name, session.catalog, session.catalog)}")
    if rule.check is None:
        raise ConfigError(WHY_NOT, f"'{name}' is a diagnostic of torchlint itself, so it has no conditions to show")
    if rule.needs_run:
        raise ConfigError(WHY_NOT, f"'{name}' does not check code; it needs a run with --verify")
    try:
        source = read_source(path)
    except Unreadable as problem:
        raise ConfigError(path, problem.message) from None
    text = as_python(source)
    lines = Lines(text)
    shown, row_shown = path, row
    if source.cells is not None:
        shown, row = f"{path}:cell {cell}", _row_of_cell(path, source.cells, cell, row, lines)
    elif cell is not None:
        raise ConfigError(WHY_NOT, f"{path} is not a notebook, so it has no cells")
    if row > lines.count:
        raise ConfigError(WHY_NOT, f"{path} has {lines.count} lines, so there is no line {row}")
    if not session.concerns_torch(source):
        return Silence(shown, row_shown, name, "The file does not use PyTorch, so no rule checks it")
    from torchlint.notebooks.timed_code import timed_code

    timed = timed_code(source, text)
    words = f"{text} timeit" if timed else text
    if rule.words and not any(word in words for word in rule.words):
        wanted = " nor ".join(f"`{word}`" for word in sorted(rule.words))
        return Silence(shown, row_shown, name, f"The rule checks only files that mention {wanted}; this one does not")
    from torchlint.queries.file import File
    from torchlint.syntax.python_source import deep_recursion
    from torchlint.syntax.tree import Unparsable

    try:
        with deep_recursion():
            file = File(path, text, session.project_files_of(path), lookup=session.lookup_of(path), timed=timed)
            line = Span(lines.start(row), lines.start(row + 1))
            trace = trace_rule(rule.check, file, line, _sources_of(rule))
    except Unparsable as problem:
        raise ConfigError(path, problem.message, lines.row(problem.offset)) from None
    here = [one for one in trace.findings if _is_about(one, lines, row)]
    verdict = _verdict_of_findings(session, rule, here, path) if here else _verdict(trace)
    decisions = () if here else tuple(_by_code(trace, text, _folder(rule)))
    return Silence(
        shown,
        row_shown,
        name,
        verdict,
        decisions,
        tuple(_values(file, line, lambda said: _by_cell(said, source, lines))),
    )


def _place(place: str) -> tuple[str, int | None, int]:
    """The file, the number of a notebook's cell, and the line."""
    named = _PLACE.fullmatch(place)
    if named is None or int(named["row"]) < 1:
        raise ConfigError(WHY_NOT, f"'{place}' is not FILE:LINE, such as train.py:25 or 'train.ipynb:cell 3:12'")
    return named["path"], int(named["cell"]) if named["cell"] else None, int(named["row"])


def _row_of_cell(path: str, cells: tuple[Cell, ...], number: int | None, row: int, lines: Lines) -> int:
    """The line of a cell as a line of the program that the cells are together."""
    cell = next((cell for cell in cells if cell.number == number), None)
    if number is None:
        raise ConfigError(WHY_NOT, f"{path} is a notebook: name a cell as well, such as '{path}:cell 1:{row}'")
    first, last = (lines.row(cell.start), lines.row(cell.end)) if cell is not None else (1, 0)
    if not first <= first + row - 1 <= last:
        raise ConfigError(WHY_NOT, f"{path} has no line {row} in a code cell {number}")
    return first + row - 1


def _sources_of(rule: Rule) -> Callable[[str], bool]:
    """The source files in which a rule's decisions are traced: its own folder, and the queries."""
    import torchlint.queries

    queries = os.path.dirname(os.path.abspath(torchlint.queries.__file__))
    folders = (f"{_folder(rule)}{os.sep}", f"{queries}{os.sep}")
    return lambda path: path.endswith(".py") and path.startswith(folders)


def _folder(rule: Rule) -> str:
    return os.path.dirname(os.path.abspath(rule.page))


def _is_about(finding: Finding, lines: Lines, row: int) -> bool:
    spans = (finding.span, *(span for span, _ in finding.related))
    return any(lines.row(span.start) <= row <= lines.row(max(span.start, span.end - 1)) for span in spans)


def _verdict_of_findings(session: Session, rule: Rule, found: list[Finding], path: str) -> str:
    """Why what the rule finds at the line may not be shown."""
    if rule not in session.rules_on(path):
        return "The rule has a finding here, but is turned off for this file; `--show-settings` shows why"
    checked = session.check_without_fixes(path).result
    if any(one.rule == rule.name and one.span == found[0].span for one in checked.findings):
        return "The rule reports this line"
    if any(one.rule == rule.name and one.span == found[0].span for one in checked.checked.suppressed):
        return "The rule has a finding here, but a comment silences it"
    if not found[0].sure:
        return "The finding here is only suspected, because the code alone can't prove it; `--suspected` shows it"
    return "The rule has a finding here, but a baseline or another setting hides it"


def _verdict(trace: RuleTrace) -> str:
    if any(one.leaves for one in trace.decisions):
        return "The rule looked at this line and decided against a finding"
    if trace.decisions:
        return "The rule looked at this line, but one of the conditions for a finding does not hold"
    return "Nothing on this line is what the rule looks for, as far as the analysis knows"


def _by_code(trace: RuleTrace, text: str, folder: str) -> Iterator[tuple[str, tuple[Decision, ...]]]:
    """The most telling decision for each piece of code: the rule's own `continue`, else the queries' last one."""
    by_span: dict[Span, dict[tuple[str, int], Decision]] = {}
    for one in trace.decisions:
        made = by_span.setdefault(one.about, {})
        made.pop((one.path, one.row), None)  # the last one of a condition counts, in its place
        made[one.path, one.row] = one
    own = {one.about for one in trace.decisions if os.path.dirname(one.path) == folder}
    spans = sorted(own or by_span, key=lambda span: (span.start, -span.end))
    for span in spans if own else spans[:1]:
        decided = list(by_span[span].values())
        of_rule = [one for one in decided if os.path.dirname(one.path) == folder]
        decisive = [one for one in of_rule if one.leaves] or of_rule or decided[-_MOST:]
        yield " ".join(text[span.start : span.end].split()), tuple(map(_shortened, decisive))


def _shortened(one: Decision) -> Decision:
    """A decision with the last few of those that it rests on at once, each once."""
    unique = {(inner.path, inner.row): replace(inner, rests_on=()) for inner in one.rests_on}
    return replace(one, rests_on=tuple(unique.values())[-_MOST:])


def _by_cell(said: str, source: Source, lines: Lines) -> str:
    """What is known of an expression, with the lines of a notebook counted in their cells."""

    def place(match: re.Match[str]) -> str:
        offset = lines.start(int(match["row"]))
        cell = next(cell for cell in reversed(source.cells or ()) if cell.start <= offset)
        return f"at line {int(match['row']) - lines.row(cell.start) + 1} of cell {cell.number}"

    return re.sub(r"\bat line (?P<row>\d+)", place, said) if source.cells else said


def _values(file: File, line: Span, shown: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """The names, attributes and calls that begin on a line, each text once, and what is known of them."""
    from torchlint.queries.description import described
    from torchlint.syntax import tree

    seen = set()
    for node in sorted(file.tree.nodes, key=lambda node: (node.start, node.end)):
        if not line.start <= node.start < line.end or not isinstance(node, (tree.Name, tree.Attribute, tree.Call)):
            continue
        text = " ".join(file.tree.text_of(node).split())
        above = file.tree.parents.get(node)
        is_method = isinstance(node, tree.Attribute) and isinstance(above, tree.Call) and above.func is node
        value = file.facts.values.get(node)
        is_name_of_package = value is not None and value.kind == "external"
        if text not in seen and not is_method and not is_name_of_package and not _is_assigned(file, node):
            seen.add(text)
            yield text, shown(described(file, node))


def _is_assigned(file: File, node: tree.Expression) -> bool:
    """Whether an expression is what some code around it assigns to."""
    from torchlint.binding.definitions import assigned

    return any(target is node for around in file.tree.around(node) for _, target, _ in assigned(around))
