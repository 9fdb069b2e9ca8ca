"""What was to be reached, and what was measured, as a Markdown table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aim:
    """One thing to be reached; `is_reached` is None where what was measured can't say."""

    what: str
    aim: str
    measured: str
    is_reached: bool | None


def table(aims: Sequence[Aim]) -> str:
    """One row for each."""
    words = {True: "yes", False: "**no**", None: ""}
    rows = [f"| {aim.what} | {aim.aim} | {aim.measured} | {words[aim.is_reached]} |" for aim in aims]
    return "\n".join(("| what | aim | measured | reached |", "|---|---|---|---|", *rows)) + "\n"
