"""Python text without the lines that are comments, for questions that are asked of texts."""

from __future__ import annotations

import re
from functools import lru_cache

_COMMENT_LINE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


@lru_cache(maxsize=512)
def without_comment_lines(text: str) -> str:
    """A text whose comment lines are empty, so that code that is commented out is not found in it."""
    return _COMMENT_LINE.sub("", text) if "#" in text else text
