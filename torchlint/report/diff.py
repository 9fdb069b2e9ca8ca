"""What fixes change, as a patch."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from torchlint.files.source import Source
from torchlint.report.style import RUNNER_COMMAND, Style

KINDS = {"+": "added", "-": "removed", "@": "hunk"}


def diff(old: Source, new: Source, style: Style) -> Iterator[str]:
    """The lines of a unified diff that `patch` and `git apply` take; none where the texts are equal.

    Of a notebook each changed cell has one of its own: its JSON is nothing that people read.
    """
    if old.cells is None or new.cells is None:
        yield from _diff(new.path, old.text, new.text, style)
        return
    for before, after in zip(old.cells, new.cells):
        code = new.text[after.start : after.end]
        yield from _diff(f"{new.path}:cell {after.number}", old.text[before.start : before.end], code, style)


def quoted(lines: Sequence[str], environment: Mapping[str, str] = os.environ) -> list[str]:
    """The lines of a patch, with no change to any of them, as a GitHub runner may see them.

    Where one looks like a command (`::add-mask::`), the runner is told to obey none until the patch ends. `patch` and
    `git apply` pass over such lines above and below a patch.
    """
    if environment.get("GITHUB_ACTIONS") != "true" or not any(map(_looks_like_a_command, lines)):
        return list(lines)
    from secrets import token_hex  # a name that no file can foresee

    token = token_hex(16)
    return [f"::stop-commands::{token}", *lines, f"::{token}::"]


def _looks_like_a_command(line: str) -> bool:
    return line.lstrip().startswith("::") or RUNNER_COMMAND.search(line) is not None


def _diff(path: str, old: str, new: str, style: Style) -> Iterator[str]:
    from difflib import unified_diff

    name = f"{path}\t" if " " in path else path
    for number, line in enumerate(unified_diff(_rows(old), _rows(new), name, name)):
        kind = "bold" if number < 2 else KINDS.get(line[0])
        text = line.rstrip("\n")
        yield style.paint(text, kind) if kind else text
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _rows(text: str) -> list[str]:
    """The text's rows as patch tools count them: only a line feed ends one."""
    rows = [f"{row}\n" for row in text.split("\n")]
    last = rows.pop()[:-1]
    return [*rows, last] if last else rows
