"""Links and headings of Markdown pages, as GitHub and MkDocs read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_FENCE = re.compile(r"^ *(```+|~~~+)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", flags=re.DOTALL)
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]\((?P<target>[^()\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(?P<text>.*?)[ #]*$")


def rewritten(page: str, target: Callable[[str], str | None]) -> str:
    """The page with every target of a link replaced; where there is none to replace it, the link's text stays alone.

    Code is left as it is, in blocks and within lines.
    """
    return "".join(part if is_code else _rewritten(part, target) for part, is_code in _parts(page))


def targets(page: str) -> list[str]:
    """What the links of a page lead to, in their order."""
    found: list[str] = []

    def note(target: str) -> str:
        found.append(target)
        return target

    rewritten(page, note)
    return found


def anchors(page: str) -> list[str]:
    """The names that the headings of a page can be linked by, where no two are alike."""
    prose = "".join(part for part, is_code in _parts(page) if not is_code)
    return [_anchor(match["text"]) for line in prose.splitlines() if (match := _HEADING.match(line))]


def deepened(page: str) -> str:
    """The page with its lists indented by four blanks for each level: GitHub takes two, Python's Markdown does not."""
    lines = ((line, is_code) for part, is_code in _parts(page) for line in part.splitlines(keepends=True))
    return "".join(line if is_code else re.sub(r"^(?:  )+(?=\S)", lambda m: m[0] * 2, line) for line, is_code in lines)


def _anchor(heading: str) -> str:
    plain = _LINK.sub(lambda match: match["text"], heading).replace("`", "")
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _rewritten(prose: str, target: Callable[[str], str | None]) -> str:
    code = [match.span() for match in _CODE.finditer(prose)]

    def replaced(match: re.Match[str]) -> str:
        if any(start <= match.start() < end for start, end in code):
            return match[0]
        new = target(match["target"])
        return match["text"] if new is None else f"[{match['text']}]({new})"

    return _LINK.sub(replaced, prose)


def _parts(page: str) -> Iterator[tuple[str, bool]]:
    """The page in pieces: paragraphs, and fenced blocks of code."""
    lines: list[str] = []
    fence = ""
    for line in page.splitlines(keepends=True):
        match = _FENCE.match(line)
        if not fence and match:
            yield "".join(lines), False
            lines, fence = [line], match[1]
        elif fence and match and match[1].startswith(fence) and line.strip() == match[1]:
            yield "".join((*lines, line)), True
            lines, fence = [], ""
        else:
            lines.append(line)
    yield "".join(lines), bool(fence)
