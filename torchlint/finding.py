"""Findings, the edits that fix them, and the experiment that settles each: data only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of character offsets in one file's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace the text of `span` with `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that remove a finding. `safe=True` promises that the program computes the same.

    Example:
        fix = Fix("detach the loss", loss.then(".detach()"), safe=False)
    """

    title: str  # what the fix does, as an imperative: "detach the loss"
    edits: tuple[Edit, ...]  # edits of views, such as `loss.then(".detach()")`, added up
    safe: bool = True  # whether the fixed program certainly computes the same


@dataclass(frozen=True, slots=True)
class Experiment:
    """What a run has to observe to settle a finding: a probe, and the expressions it captures, by role."""

    probe: str
    captures: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule's claim about one place. The linter sets `rule`.

    `sure` is False if the claim depends on an assumption: then it is suspected, and hidden by default.
    """

    path: str
    span: Span
    message: str
    fix: Fix | None = None
    proof: Experiment | None = None
    related: tuple[tuple[Span, str], ...] = ()
    sure: bool = True
    rule: str = ""
