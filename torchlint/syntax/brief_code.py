"""Code on one line for a message, shortened so that the names of what is called stay readable."""

from __future__ import annotations

import re

_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_QUOTED = re.compile(r"""(\"{3}|'{3}|"|')(?:\\.|(?!\1).)*\1""", re.DOTALL)
_WRAPPED = re.compile(r"(?<=[(\[{])\s*\n\s*|,?\s*\n\s*(?=[)\]}])")  # where brackets begin or end a line
_DOTS = "..."
_LONGER = 20  # what names alone may add to the limit
_MOST = 1_000  # of a longer text, no call is looked for


def brief(code: str, limit: int = 40) -> str:
    """The code on one line; arguments give way to dots first, as in `clip_grad_norm_(...)`, and then its middle."""
    text = " ".join(_WRAPPED.sub("", code).split())
    while len(text) > limit:
        shorter = _without_an_argument(text, limit) if len(text) <= _MOST else None
        if shorter is None and len(text) <= limit + _LONGER:
            return text
        if shorter is None:
            return f"{text[: limit - 16]}{_DOTS}{text[-12:]}"
        text = shorter
    return text


def _without_an_argument(text: str, limit: int) -> str | None:
    """The text with dots for the last arguments of its longest call; None if there are none to leave out."""
    groups = [(start, end) for start, end in _outermost(text) if text[start + 1 : end] != _DOTS and end - start > 4]
    calls = [(start, end) for start, end in groups if start and (text[start - 1].isalnum() or text[start - 1] in "_)]")]
    if not calls:
        return None
    start, end = max(calls, key=lambda one: one[1] - one[0])
    room = limit - (len(text) - (end - start - 1))
    kept = ""
    for comma in _commas(text, start + 1, end):
        if comma - start + len(_DOTS) + 1 > room:
            break
        kept = text[start + 1 : comma] + ", "
    return f"{text[: start + 1]}{kept}{_DOTS}{text[end:]}"


def _outermost(text: str) -> list[tuple[int, int]]:
    """Where the brackets that are within no others open and close."""
    found, depth, start = list[tuple[int, int]](), 0, 0
    for place in _outside_quotes(text):
        if text[place] in _BRACKETS:
            start = place if depth == 0 else start
            depth += 1
        elif text[place] in _BRACKETS.values():
            depth -= 1
            found += [(start, place)] if depth == 0 else []
    return found


def _commas(text: str, start: int, end: int) -> list[int]:
    """The commas between the arguments of a call."""
    inside = _outermost(text[start:end])
    places = [place for place in _outside_quotes(text[start:end]) if text[start + place] == ","]
    return [start + one for one in places if not any(first < one < last for first, last in inside)]


def _outside_quotes(text: str) -> list[int]:
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    return [place for place in range(len(text)) if not any(first <= place < last for first, last in quoted)]
