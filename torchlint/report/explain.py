"""The pages of the rules, the list of them, and the rules that look for the cause of a symptom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import starmap
from typing import TYPE_CHECKING, Any, TextIO

from torchlint.authoring.page_address import address_of
from torchlint.pack import PackError, page_of
from torchlint.rule import Rule
from torchlint.settings.keys import ConfigError
from torchlint.settings.selection import suggestion
from torchlint.settings.severities import as_configured
from torchlint.symptoms import SYMPTOMS, Symptom, closest, found_by

if TYPE_CHECKING:
    from torchlint.report.style import Style
    from torchlint.settings.config import Settings

ALL = "all"


def explain_or_list(
    name: str | None,
    catalog: Mapping[str, Rule],
    settings: Settings,
    stream: TextIO,
    style: Style,
    output: str,
    width: int,
) -> None:
    """Write what a name explains, or without one the list of rules, each as severe as the settings have it."""
    configured = as_configured(catalog, settings)
    if name is None:
        list_rules(configured.values(), stream, style, output, width)
    else:
        explain(name, configured, stream, style, output)


def explain(name: str, catalog: Mapping[str, Rule], stream: TextIO, style: Style, output: str) -> None:
    """Write the page of a rule, of all of them, or of the symptoms that a text describes, as text or JSON.

    Raises ConfigError for what is neither a rule nor a symptom.
    """
    if name != ALL and name not in catalog:
        _explain_symptoms(described(name, catalog, "--explain"), stream, style, output)
        return
    rules = [catalog[name]] if name != ALL else _in_order(catalog.values())
    if output in ("json", "json-lines"):
        records = [{**_record(rule), "explanation": _page(rule)} for rule in rules]
        _write_json(records if name == ALL else records[0], stream, output)
        return
    pages = (f"{_painted(_page(rule).strip(), style)}\n\n{_standing(rule)}\n{_address(rule)}" for rule in rules)
    stream.write("\n---\n\n".join(pages))


def described(text: str, catalog: Mapping[str, Rule], where: str) -> list[tuple[Symptom, list[Rule]]]:
    """The symptoms that a text describes, each with the rules that look for its causes.

    Raises ConfigError, with the place `where`, if the text describes none, or is almost the name of a rule.
    """
    hint = suggestion(text, catalog, catalog)
    symptoms = [] if hint else closest(text)
    if not symptoms and " " not in text.strip():
        raise ConfigError(where, f"unknown rule '{text}'{hint}")
    if not symptoms:
        known = "; ".join(symptom.title for symptom in SYMPTOMS)
        raise ConfigError(where, f"unknown symptom '{text}'; the known ones are: {known}")
    return [(symptom, found_by(symptom, catalog.values())) for symptom in symptoms]


def _explain_symptoms(
    causes: Iterable[tuple[Symptom, Iterable[Rule]]], stream: TextIO, style: Style, output: str
) -> None:
    """Write symptoms with the rules that look for their causes."""
    if output in ("json", "json-lines"):
        records = [
            {"name": symptom.name, "title": symptom.title, "check": symptom.check, "rules": [*map(_record, rules)]}
            for symptom, rules in causes
        ]
        _write_json(records, stream, output)
        return
    stream.write(_painted(symptoms_page(causes), style))


def symptoms_page(causes: Iterable[tuple[Symptom, Iterable[Rule]]]) -> str:
    """Symptoms as one page, in Markdown."""
    return "\n---\n\n".join(f"{page}\n" for page in starmap(_symptom_page, causes))


def _symptom_page(symptom: Symptom, rules: Iterable[Rule]) -> str:
    """A symptom as a page like those of the rules, in Markdown."""
    listed = "\n".join(f"- `{rule.name}` ({_when(rule)}): {' '.join(rule.summary.split())}" for rule in rules)
    return f"""\
# {symptom.title}

{symptom.paragraph}

## Rules that find a cause

{listed}

`torchlint --explain RULE` shows the page of a rule; `--select RULE` turns one on."""


def _when(rule: Rule) -> str:
    """Severity, and what it takes to check the rule if it is not on by default."""
    parts: list[str] = [rule.severity]
    if not rule.is_on:
        parts.append("preview" if rule.preview else "off")
    if rule.needs_run:
        parts.append("with --verify")
    return ", ".join(parts)


def list_rules(rules: Iterable[Rule], stream: TextIO, style: Style, output: str, width: int) -> None:
    """Write one line per rule, by group; the summaries end where the screen does."""
    ordered = _in_order(rules)
    if output in ("json", "json-lines"):
        _write_json([_record(rule) for rule in ordered], stream, output)
        return
    longest = max((len(rule.name) for rule in ordered), default=0)
    group = ""
    for rule in ordered:
        if rule.group != group:
            stream.write(f"{'' if not group else chr(10)}{style.paint(rule.group, 'bold')}\n")
            group = rule.group
        when = "preview" if rule.preview else "off" if not rule.default else "verify" if rule.needs_run else "on"
        columns = f"  {rule.name:{longest}}  {rule.severity:7}  {when:7}  "
        room = max(20, width - len(columns))
        summary = rule.summary if len(rule.summary) <= room else f"{rule.summary[: room - 1].rstrip()}…"
        severity = style.paint(f"{rule.severity:7}", rule.severity)
        stream.write(f"  {style.paint(f'{rule.name:{longest}}', 'bold')}  {severity}  {when:7}  {summary}\n")


def _page(rule: Rule) -> str:
    try:
        return page_of(rule)
    except PackError as problem:
        raise ConfigError(problem.path, problem.reason) from None


def _in_order(rules: Iterable[Rule]) -> list[Rule]:
    return sorted(rules, key=lambda rule: (rule.group, rule.name))


def _record(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "code": rule.name,
        "summary": rule.summary,
        "category": rule.group,
        "severity": rule.severity,
        "default": rule.is_on,
        "preview": rule.preview,
        "needs-run": rule.needs_run,
        "replaces": list(rule.replaces),
        "url": address_of(rule),
    }


def _write_json(records: Any, stream: TextIO, output: str) -> None:
    import json

    if output == "json":
        stream.write(json.dumps(records, indent=2) + "\n")
        return
    for record in records if isinstance(records, list) else [records]:
        stream.write(json.dumps(record) + "\n")


def _painted(page: str, style: Style) -> str:
    """The page with its headings in bold."""
    return "\n".join(_painted_lines(page, style)) if style.color else page


def _painted_lines(page: str, style: Style) -> Iterator[str]:
    is_code = False
    for line in page.split("\n"):
        is_code ^= line.startswith("```")
        yield style.paint(line, "bold") if line.startswith("#") and not is_code else line


def _address(rule: Rule) -> str:
    """A line with the place where the page is published, where it is."""
    address = address_of(rule)
    return f"{address}\n" if address else ""


def _standing(rule: Rule) -> str:
    """One line: group, severity, whether the rule is on by default, and its names in other tools."""
    when = (
        "in preview: enabled by `--preview`" if rule.preview else "on by default" if rule.default else "off by default"
    )
    parts = [f"group {rule.group}", f"severity {rule.severity}", when]
    if rule.needs_run:
        parts.append("found only by a run: `--verify -- COMMAND`")
    if rule.replaces:
        parts.append(f"elsewhere {', '.join(rule.replaces)}")
    return " · ".join(parts)
