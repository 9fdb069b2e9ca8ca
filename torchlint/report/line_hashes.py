"""Line hashes as GitHub's code scanning computes them, to recognise alerts."""

from __future__ import annotations

import re
import sys
from array import array
from collections import Counter
from itertools import accumulate

WINDOW = 100  # characters, from the start of a line on, that its hash is made of
FACTOR = 37
MASK = 2**64 - 1
END_OF_FILE = 0xFFFF
NEWLINE = re.compile(r"\r\n?")
LINE_FEED = ord("\n")


def line_hashes(text: str) -> list[str]:
    """A hash for each line of a text, as `1a2b:1`: the number after the colon counts lines with the same hash.

    The characters are UTF-16 units without blanks and tabs; LF, CRLF and CR are one newline, and after the end of the
    text come zeros. The hash is the polynomial of the first hundred of them, modulo 2 to the 64: github/codeql-action
    calls it `primaryLocationLineHash`, and warns of a result that brings another one.
    """
    units = _units(NEWLINE.sub("\n", text).replace(" ", "").replace("\t", ""))
    starts = [0, *(index + 1 for index, unit in enumerate(units) if unit == LINE_FEED)]
    units.append(END_OF_FILE)
    units.extend([0] * WINDOW)
    # The polynomial of each beginning of the text: that of a window is the difference of two.
    sums = list(accumulate(units, lambda value, unit: (value * FACTOR + unit) & MASK, initial=0))
    shift = pow(FACTOR, WINDOW, MASK + 1)
    seen: Counter[int] = Counter()
    hashes: list[str] = []
    for start in starts:
        value = (sums[start + WINDOW] - sums[start] * shift) & MASK
        seen[value] += 1
        hashes.append(f"{value:x}:{seen[value]}")
    return hashes


def _units(text: str) -> array[int]:
    order = "le" if sys.byteorder == "little" else "be"
    return array("H", text.encode(f"utf-16-{order}", "surrogatepass"))
