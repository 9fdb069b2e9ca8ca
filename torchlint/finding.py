"""What torchlint says: findings, the edits that fix them, and the experiment that settles each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of character offsets in one file's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put `text` where `span` is."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that make a finding go away; `safe` promises that the program computes the same."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Experiment:
    """What a run has to look at to settle a finding: a probe, and the expressions it captures, by their role."""

    probe: str
    captures: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule's claim about one place; `rule` is stamped by the linter.

    `sure` is False where the claim rests on something that reading could not establish: a suspicion, hidden unless
    asked for.
    """

    path: str
    span: Span
    message: str
    fix: Fix | None = None
    proof: Experiment | None = None
    related: tuple[tuple[Span, str], ...] = ()
    sure: bool = True
    rule: str = ""
