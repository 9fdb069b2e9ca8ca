"""What somebody may have meant who wrote a word that does not exist."""

from __future__ import annotations

from collections.abc import Collection


def did_you_mean(word: str, known: Collection[str]) -> str:
    """` (did you mean '...'?)` for the closest known word, or nothing."""
    from difflib import get_close_matches

    kebab = word.replace("_", "-").lower()
    close = [kebab] if kebab in known else get_close_matches(kebab, known, n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""
