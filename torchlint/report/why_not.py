"""The answer to `--why-not RULE FILE:LINE`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from torchlint.report.style import printable, printable_path

if TYPE_CHECKING:
    from torchlint.report.style import Style
    from torchlint.rule_trace import Decision, Silence

_LONGEST = 100


def why_not_page(silence: Silence, style: Style) -> Iterator[str]:
    """The lines that say why a rule is silent at a line."""
    place = f"{printable_path(silence.path)}:{silence.row}"
    yield style.paint(f"{place}: {silence.rule}", "bold")
    yield f"{silence.verdict}."
    for code, decisions in silence.decisions:
        if decisions:
            yield ""
            yield f"Conditions for `{_short(code)}`:"
            for one in decisions:
                yield from _decision(one, style)
    if silence.values:
        yield ""
        yield "What is known about this line:"
        yield from (f"  `{_short(text)}`: {known}" for text, known in silence.values)


def _decision(one: Decision, style: Style, indent: str = "  ") -> Iterator[str]:
    path = Path(one.path)
    outcome = "true" if one.outcome else "false"
    yield f"{indent}{style.paint(one.condition, 'help')}  {outcome}  [{path.parent.name}/{path.name}:{one.row}]"
    if one.comment:
        yield f"{indent}  {style.paint(one.comment, 'good')}"
    for inner in one.rests_on:
        yield from _decision(inner, style, f"{indent}    ")


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
