"""Rules as SARIF reportingDescriptors, which code scanning shows with alerts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torchlint.authoring.page_address import address_of, linked_page
from torchlint.diagnostics import PAGES
from torchlint.pack import PackError
from torchlint.rule import SEVERITIES

if TYPE_CHECKING:
    from torchlint.result import Result
    from torchlint.rule import Rule, Severity

LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_PROBLEMS = {"error": "error", "warning": "warning", "info": "recommendation"}  # GitHub's words
_LONGEST = 1024  # characters of a description that GitHub takes


def as_configured(results: Sequence[Result]) -> Mapping[str, Severity]:
    """The severities that the settings of the files give to rules; where these differ, the highest.

    Code scanning takes the severity of an alert from its rule, too.
    """
    found: dict[str, Severity] = {}
    for severities in {id(result.severities): result.severities for result in results}.values():
        for name, severity in severities.items():
            found[name] = min(severity, found.get(name, severity), key=SEVERITIES.index)
    return found


def described(rule: Rule, severity: Severity) -> dict[str, Any]:
    """A reportingDescriptor; `enabled` says whether the rule is on where nothing selects it."""
    page = _page(rule)
    address = address_of(rule)
    first = page.split("\n\n", 1)[0] if page else rule.summary
    return {
        "id": rule.name,
        "shortDescription": {"text": _one_line(rule.summary)},
        "fullDescription": {"text": _one_line(first)},
        "help": {"text": page or rule.summary, "markdown": page or rule.summary},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": LEVELS[severity], "enabled": rule.is_on},
        "properties": {
            "tags": [rule.group, *(["preview"] if rule.preview else [])],
            "precision": "medium" if rule.preview else "high",
            "problem.severity": _PROBLEMS[severity],
        },
    }


def _page(rule: Rule) -> str:
    """What `--explain` shows, without its title; nothing where a pack has no page for its rule."""
    if not rule.page and rule.name not in PAGES:
        return ""
    try:
        page = linked_page(rule).strip()
    except PackError:
        return ""
    title, _, rest = page.partition("\n")
    return rest.strip() if title.startswith("# ") else page


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"
