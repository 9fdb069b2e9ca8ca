"""Git repositories for tests, made where they are needed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_SETTINGS = ("user.name=a", "user.email=a@b", "init.defaultBranch=main", "protocol.file.allow=always", "gc.auto=0")
_CONFIGURED = [word for setting in _SETTINGS for word in ("-c", setting)]


def git(*arguments: str, env: dict[str, str] | None = None) -> str:
    """What a git command prints; no setting of the machine counts."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **(env or {})}
    command = ["git", *_CONFIGURED, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def commit(**files: str | None) -> None:
    """Write files, `a__b` for `a/b.py`, delete those that are None, and commit all."""
    write(**files)
    git("add", "--all")
    git("commit", "--allow-empty", "-m", "change")


def write(**files: str | None) -> None:
    """Write files, `a__b` for `a/b.py`, and delete those that are None."""
    for name, text in files.items():
        path = Path(f"{name.replace('__', '/')}.py")
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
