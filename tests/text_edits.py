"""Edits of a program, as people make them while they write."""

from __future__ import annotations

import random


def edited(text: str, random: random.Random) -> str:
    """The text after one edit, as people make them: a key, a line more or less, a block moved or doubled."""
    lines = text.splitlines(keepends=True) or [""]
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    low, high = min(at, other), max(at, other)
    kind = random.randrange(8)
    if kind == 0:
        lines.insert(at, random.choice(["\n", "# a comment\n", "    # another\n", "x = 1; y = 2\n", "\\\n", "else:\n"]))
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        del lines[low : min(high, low + 12)]
    elif kind == 3:
        lines[at:at] = lines[low : min(high, low + 12)]
    elif kind == 4:
        lines[at] = lines[at].rstrip("\n") + random.choice(["  # why\n", "; z = 3\n", "\r\n", ""])
    elif kind == 5:
        place = random.randrange(len(lines[at]) + 1)
        lines[at] = (
            lines[at][:place] + random.choice("x1(): \t'\"\n\\\r\x0c\N{SLIGHTLY SMILING FACE}") + lines[at][place:]
        )
    elif kind == 6:
        lines[at] = lines[at].replace("self", "this")
    else:
        lines[low:high] = [f"    {line}" for line in lines[low:high]]
    return "".join(lines)
