"""Colours, and text that is safe to show in a terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

CODES = {
    "error": "1;91",
    "warning": "1;93",
    "info": "1;96",
    "frame": "1;94",
    "bold": "1",
    "safe": "36",
    "help": "1;96",
    "good": "1;32",
    "confirmed": "1;91",
    "refuted": "1;32",
    "not reached": "1;93",
    "undecided": "1;96",
    "added": "32",
    "removed": "31",
    "hunk": "36",
}


# `##[group]` for GitHub, `##vso[...]` for Azure, `##teamcity[...]`: runners obey these wherever a line holds them.
RUNNER_COMMAND = re.compile(r"##(?=\[|vso\[|teamcity\[)", re.IGNORECASE)


NARROWEST = 40  # columns that text is wrapped to, however narrow the terminal is


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text, or leaves it as it is; breaks it into lines where the stream is a terminal."""

    color: bool = False
    width: int = 0  # of the terminal, in columns; 0 for no limit

    def paint(self, text: str, kind: str) -> str:
        """The text in the colour of one of the kinds in CODES."""
        return f"\033[{CODES[kind]}m{text}\033[0m" if self.color and text else text

    def wrapped(self, label: str, text: str, indent: str, painted: str) -> list[str]:
        """A label and a text behind it, on as many lines as that takes; further lines begin with `indent`.

        The label is given a second time as it is `painted`, since colours take no columns.
        """
        if not self.width or len(label) + 1 + len(text) <= self.width:
            return [f"{painted} {text}"]
        from textwrap import wrap

        width = max(self.width, NARROWEST)
        is_alone = len(label) + 1 + len(text.split(None, 1)[0]) > width  # not even one word goes beside the label
        lines = wrap(
            text,
            width,
            initial_indent=indent if is_alone else " " * (len(label) + 1),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return [painted, *lines] if is_alone else [f"{painted} {lines[0].strip()}", *lines[1:]]


PLAIN = Style()


def wants_color(choice: str, *, terminal: bool, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether to paint, for `--color auto|always|never`: in auto NO_COLOR goes before FORCE_COLOR before the stream."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return terminal and environment.get("TERM") != "dumb"


def printable(text: str) -> str:
    """The text on one line, with control characters spelled out: no file's name steers a terminal or a CI runner."""
    text = inert(text)
    return text if text.isprintable() else "".join(_spelled(char) for char in text)


def printable_path(path: str) -> str:
    """A path at the beginning of a line, where a GitHub runner would take `::` for a command: `./::add-mask::x.py`."""
    text = printable(path)
    return f"./{text}" if text.lstrip().startswith("::") else text


def inert(line: str) -> str:
    """A line in which no CI runner finds a command: of `##[` the second sign becomes one that looks like it."""
    return RUNNER_COMMAND.sub("#\N{MUSIC SHARP SIGN}", line)


def glyph(char: str) -> tuple[str, int]:
    """How one character of a line is drawn, and how many columns that takes; tabs are the frame's business."""
    if " " <= char <= "~":
        return char, 1
    if char < " ":
        return chr(0x2400 + ord(char)), 1
    from unicodedata import category, combining, east_asian_width

    if east_asian_width(char) in "WF":
        return char, 2
    kind = category(char)
    if combining(char) or kind in ("Mn", "Me") or char in "\u200d\ufe0e\ufe0f":
        return char, 0
    # Other invisible characters, such as those that turn the writing direction around, are shown for what they are.
    return (char, 1) if kind[0] not in "CZ" else ("\N{REPLACEMENT CHARACTER}", 1)


def _spelled(char: str) -> str:
    if char.isprintable() or "\udc80" <= char <= "\udcff":  # the latter is a byte of a name that is not UTF-8
        return char
    return " " if char in "\r\n\t" else ascii(char)[1:-1]
