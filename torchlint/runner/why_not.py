"""Why a rule reports nothing at a line: whether it is on, what it decided there, and what is unknown there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.files.source import Lines, Unreadable
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


def why_not(session: Session, name: str, place: str) -> Silence:
    """Why the rule of that name reports nothing at `FILE:LINE`; raises ConfigError for what does not exist."""
    path, row = _place(place)
    rule = session.catalog.get(name)
    if rule is None:
        raise ConfigError(WHY_NOT, f"unknown rule '{name}'{suggestion(name, session.catalog, session.catalog)}")
    if rule.check is None:
        raise ConfigError(WHY_NOT, f"'{name}' is a diagnostic of torchlint itself, which checks no code")
    if rule.needs_run:
        raise ConfigError(WHY_NOT, f"'{name}' checks no code: it needs a run, with --verify")
    try:
        source = read_source(path)
    except Unreadable as problem:
        raise ConfigError(path, problem.message) from None
    text = as_python(source)
    lines = Lines(text)
    if row > lines.count:
        raise ConfigError(WHY_NOT, f"{path} has {lines.count} lines, so there is no line {row}")
    if not session.concerns_torch(source):
        return Silence(path, row, name, "The file has nothing to do with PyTorch, so no rule checks it")
    from torchlint.notebooks.timed_code import timed_code

    timed = timed_code(source, text)
    words = f"{text} timeit" if timed else text
    if rule.words and not any(word in words for word in rule.words):
        wanted = " nor ".join(f"`{word}`" for word in sorted(rule.words))
        return Silence(path, row, name, f"The rule checks only files that mention {wanted}; this one does not")
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
    return Silence(path, row, name, verdict, decisions, tuple(_values(file, line)))


def _place(place: str) -> tuple[str, int]:
    path, _, row = place.rpartition(":")
    if not path or not row.isdecimal() or int(row) < 1:
        raise ConfigError(WHY_NOT, f"'{place}' is not FILE:LINE, such as train.py:25")
    return path, int(row)


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
        return "The rule has a finding here, but it is off for this file; `--show-settings` says why"
    checked = session.check_without_fixes(path).result
    if any(one.rule == rule.name and one.span == found[0].span for one in checked.findings):
        return "The rule does report this line"
    if any(one.rule == rule.name and one.span == found[0].span for one in checked.checked.suppressed):
        return "The rule has a finding here, but a comment silences it"
    if not found[0].sure:
        return "The finding here is only suspected, because the code alone does not settle it; `--suspected` shows it"
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


def _values(file: File, line: Span) -> Iterator[tuple[str, str]]:
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
            yield text, described(file, node)


def _is_assigned(file: File, node: tree.Expression) -> bool:
    """Whether an expression is what some code around it assigns to."""
    from torchlint.binding.definitions import assigned

    return any(target is node for around in file.tree.around(node) for _, target, _ in assigned(around))
