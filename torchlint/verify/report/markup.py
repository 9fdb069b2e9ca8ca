"""HTML from elements and text: what is not an element is escaped, so that no text of the user's becomes markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

# Elements that have no content, and therefore no end.
EMPTY = frozenset(("input", "meta", "wbr"))

# A page may not hold them (https://html.spec.whatwg.org/multipage/parsing.html), but for newlines, returns and tabs.
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(9), 11, 12, *range(14, 32), *range(127, 160))}
# What turns the direction of writing around, or can't be seen, could show code that is not there (CVE-2021-42574).
_INVISIBLE = {
    code: f"\\u{code:04x}" for code in (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A))
}
_SPELLED = {**_CONTROLS, **_INVISIBLE, 0xFEFF: "\\ufeff"}


class Markup(str):
    """A string that is HTML already."""

    __slots__ = ()


Content = Markup | str | int | None


def element(name: str, /, *content: Content, **attributes: str | int | float | bool | None) -> Markup:
    """An element; of its attributes those that are None or False are left out.

    Underscores in their names become hyphens, and one at the end, as in `class_` and `for_`, goes.
    """
    said = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    if name in EMPTY:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{joined(content)}</{name}>")


def joined(content: Iterable[Content]) -> Markup:
    """Pieces of content one after the other; None is nothing."""
    return Markup("".join(piece if isinstance(piece, Markup) else _text(piece) for piece in content))


def prose(text: str) -> Markup:
    """A sentence in which what stands between backticks is code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:  # a backtick that is no quotation mark
        return joined((text,))
    return joined(element("code", piece) if number % 2 else piece for number, piece in enumerate(pieces))


def path(text: str) -> Markup:
    """A path, which may be broken over lines after its slashes."""
    first, *others = text.split("/")
    return joined((first, *(piece for other in others for piece in ("/", element("wbr"), other))))


def readable(text: str) -> str:
    """The text with what a page can't hold spelled out: control characters, and bytes that are not UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = "".join(map(_spelled, text))
    return text.translate(_SPELLED)


def _text(piece: str | int | None) -> str:
    return "" if piece is None else escape(readable(str(piece)), quote=False)


def _attribute(name: str, value: str | int | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    said = f"{value:.6g}" if isinstance(value, float) else readable(str(value))
    return f' {name}="{escape(said)}"'


def _spelled(char: str) -> str:
    if not "\ud800" <= char <= "\udfff":
        return char
    is_byte = "\udc80" <= char <= "\udcff"
    return f"\\x{ord(char) - 0xDC00:02x}" if is_byte else f"\\u{ord(char):04x}"
