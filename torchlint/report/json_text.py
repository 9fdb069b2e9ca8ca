"""JSON that every parser accepts, and that contains no commands for CI runners, whatever text is in it."""

from __future__ import annotations

import json
import re
from typing import Any, TextIO

from torchlint.report.style import RUNNER_COMMAND

# An escaped backslash, a pair of surrogates, and what is left: half of such a pair, which strict parsers refuse.
_ESCAPE = re.compile(r"\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(\\ud[89a-f][0-9a-f]{2})")


def dumps(value: Any, *, indent: int | None = None) -> str:
    """The value as ASCII JSON; half a surrogate pair, as a name that is not UTF-8 has it, becomes U+FFFD."""
    text = json.dumps(value, indent=indent)
    if "\\ud" in text:
        text = _ESCAPE.sub(lambda match: "\\ufffd" if match[1] else match[0], text)
    return RUNNER_COMMAND.sub(r"#\\u0023", text)


def dump(value: Any, stream: TextIO) -> None:
    """Write the value as one indented document."""
    stream.write(dumps(value, indent=2) + "\n")
