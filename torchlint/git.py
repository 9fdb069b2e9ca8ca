"""Git, asked in a folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import CompletedProcess

# What a git hook sets for its own repository would make git look at that one, wherever it runs.
OF_ONE_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")


def run_git(folder: str, *arguments: str, index: str | None = None) -> CompletedProcess[bytes] | None:
    """What became of a git command in a folder; None where there is no git. `index` is the file that git uses as such.

    Git is asked to leave its own files alone: another git may be at work.
    """
    from subprocess import DEVNULL, run

    environment = {name: value for name, value in os.environ.items() if name not in OF_ONE_REPOSITORY}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    if index is not None:
        environment["GIT_INDEX_FILE"] = index
    try:
        return run(["git", *arguments], cwd=folder, env=environment, stdin=DEVNULL, capture_output=True, check=False)
    except OSError:
        return None
