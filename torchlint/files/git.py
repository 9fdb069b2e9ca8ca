"""Git, asked in a folder, so that it runs no program that the repository names and fetches nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from torchlint.files.paths import is_below

if TYPE_CHECKING:
    from subprocess import CompletedProcess

# What a git hook sets for its own repository would make git look at that one, wherever it runs.
OF_ONE_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")
# The configuration of a repository is as untrusted as its files: these keys would run programs or read anything.
_HARMLESS = (
    "core.fsmonitor=",  # a program that is asked what has changed; empty is off for every version
    f"core.hooksPath={os.devnull}",
    "safe.bareRepository=explicit",  # files of a checkout that look like a repository are none
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",  # git leaves its own files alone: another git may be at work
    "GIT_NO_LAZY_FETCH": "1",  # what a partial clone lacks is missing; a fetch runs programs that its remote names
    "GIT_ALLOW_PROTOCOL": "none",  # the same for versions that do not know that variable
    "GIT_TERMINAL_PROMPT": "0",
}
PATIENCE = 60.0  # seconds in which git has to answer; a FIFO among its files would hold it forever
_LITTLE_PATIENCE = 2.0  # seconds, once it has not
_patience = [PATIENCE]


class GitHangs(Exception):
    """Git did not answer in time."""


def run_git(
    folder: str, *arguments: str, index: str | None = None, config: tuple[str, ...] = ()
) -> CompletedProcess[bytes] | None:
    """What became of a git command in a folder; None where there is no git. Raises GitHangs.

    `index` is the file that git uses as such, `config` more of the configuration that overrides the repository's.
    """
    program = _program_for(folder)
    if program is None:
        return None
    from subprocess import DEVNULL, TimeoutExpired, run

    environment = {name: value for name, value in os.environ.items() if name not in OF_ONE_REPOSITORY}
    environment.update(_ENVIRONMENT)
    if index is not None:
        environment["GIT_INDEX_FILE"] = index
    options = [word for setting in (*_HARMLESS, *config) for word in ("-c", setting)]
    command = [program, "--no-pager", *options, *arguments]
    try:
        return run(
            command,
            cwd=folder,
            env=environment,
            stdin=DEVNULL,
            capture_output=True,
            check=False,
            timeout=_patience[0],
        )
    except TimeoutExpired:
        waited, _patience[0] = _patience[0], _LITTLE_PATIENCE
        raise GitHangs(f"git did not answer within {waited:g} seconds in {folder}") from None
    except OSError:
        return None


def _program_for(folder: str) -> str | None:
    """Git's absolute path, as PATH has it, but never from a repository that `folder` is in: that program is untrusted.

    Windows, left alone, would look in the working directory first.
    """
    tree = _outermost_repository(os.path.realpath(folder))
    for entry in os.get_exec_path():
        path = os.path.join(entry, "git.exe" if os.name == "nt" else "git")
        if not os.path.isabs(entry) or not os.path.isfile(path) or not os.access(path, os.X_OK):
            continue
        if not any(is_below(os.path.realpath(place), tree) for place in (entry, path)):
            return path
    return None


def _outermost_repository(folder: str) -> str:
    outermost = folder
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            outermost = folder
        above = os.path.dirname(folder)
        if above == folder:
            return outermost
        folder = above
