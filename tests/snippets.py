"""What the pages in docs/ show, taken out of them to be tried."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.rule_folders import ROOT

_PIECE = re.compile(
    r"^#{1,6} (?P<heading>[^\n]+)$|^```(?P<language>\w+)\n(?P<body>.*?)^```$", flags=re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A block of code on a page, and the heading that it stands under."""

    heading: str
    language: str
    body: str


def snippets(page: str) -> list[Snippet]:
    """The blocks of code of a page in docs/, in their order."""
    heading, found = "", []
    for match in _PIECE.finditer((ROOT / "docs" / page).read_text(encoding="utf-8")):
        if match["heading"]:
            heading = match["heading"]
        else:
            found.append(Snippet(heading, match["language"], match["body"]))
    return found


def snippet(page: str, heading: str, language: str) -> str:
    """The only block of a language under a heading."""
    (found,) = [one.body for one in snippets(page) if (one.heading, one.language) == (heading, language)]
    return found
