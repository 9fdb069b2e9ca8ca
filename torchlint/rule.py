"""What a rule is: a named question asked of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.finding import Experiment, Finding, Fix, Span

if TYPE_CHECKING:
    from torchlint.queries.file import File, View

Findings = Iterator[Finding]
Check = Callable[["File"], Findings]
Severity = Literal["error", "warning", "info"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
GROUPS = (
    "memory",
    "training",
    "numerics",
    "evaluation",
    "data",
    "device",
    "speed",
    "precision",
    "distributed",
    "reproducibility",
    "api",
    "deprecated",
    "security",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A check and what the tool must know about it. Its name is its folder's name.

    `check` is None for what torchlint itself says (diagnostics.py): selected, ignored and explained like any rule.
    """

    check: Check | None
    summary: str
    group: str
    severity: Severity
    words: frozenset[str] = frozenset()
    default: bool = True
    preview: bool = False
    replaces: tuple[str, ...] = ()
    name: str = ""
    page: str = ""  # where its README.md is; a path that the pack's loader can read


def rule(
    *,
    group: str,
    severity: Severity,
    words: str = "",
    default: bool = True,
    preview: bool = False,
    replaces: str = "",
) -> Callable[[Check], Rule]:
    """Declare the decorated check a rule; without one of `words` in a file's text it cannot fire there.

    `words` and `replaces` (the ids that other tools use for it) are separated by blanks. Raises ValueError for an
    unknown group or severity, or a check without a docstring.
    """

    def declare(check: Check) -> Rule:
        summary = (check.__doc__ or "").strip()
        if not summary or group not in GROUPS or severity not in SEVERITIES:
            raise ValueError(f"a rule needs a docstring, a group of {GROUPS} and a severity of {SEVERITIES}")
        ids = tuple(replaces.split())
        return Rule(check, summary, group, severity, frozenset(words.split()), default, preview, ids)

    return declare


def finding(
    at: View,
    message: str,
    *,
    fix: Fix | None = None,
    proof: Experiment | None = None,
    sure: bool = True,
    related: tuple[tuple[Span, str], ...] = (),
) -> Finding:
    """A rule's claim about a place."""
    # A fix without edits is one that the file leaves no room for: its names for torch mean something else there.
    return Finding(at.file.path, at.span, message, fix if fix and fix.edits else None, proof, related, sure)
