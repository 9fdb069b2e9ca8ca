"""Trusted packs: packs are code, and nothing in a checked tree runs before the user trusts it.

The folder of a file that names packs is trusted, not what lies below it: vendored code has folders of its own. It is
recorded by its real path, in a file of the user.
"""

from __future__ import annotations

import os
import stat

from torchlint.files.git_files import repository_around
from torchlint.files.paths import is_below
from torchlint.files.regular_file import read_regular
from torchlint.files.user_state import VARIABLE, user_state_folder
from torchlint.settings.keys import ConfigError


def is_trusted(folder: str) -> bool:
    """Whether the user has trusted the configuration file in an absolute folder.

    A record inside the repository does not count, as it is part of what is checked: `HOME` is the checkout on some
    machines.
    """
    record = record_path()
    return record is not None and real_path(folder) in recorded_folders(record) and not _is_checked(record, folder)


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or leads to something below it, links resolved."""
    return is_below(real_path(path), real_path(folder))


def _is_checked(record: str, folder: str) -> bool:
    """Whether a record is part of the code around a folder, or of the working folder's repository."""
    real = os.path.realpath(folder)
    around = (repository_around(real) or real, repository_around(os.getcwd()))
    return any(root is not None and is_inside(record, root) for root in around)


def real_path(path: str) -> str:
    """A path as it is compared and recorded: links resolved, on Windows in lower case."""
    return os.path.normcase(os.path.realpath(path))


def record_path() -> str | None:
    """The path of the record, whether or not it exists: one line per folder."""
    state = user_state_folder()
    return os.path.join(state, "trusted") if state is not None else None


def recorded_folders(record: str) -> frozenset[str]:
    """The folders in a record; empty if it can't be read, or someone else may have written it."""
    try:
        if not _is_own(os.stat(record)):
            return frozenset()
        return frozenset(os.fsdecode(line) for line in read_regular(record).split(b"\n") if line)
    except OSError:
        return frozenset()


def _is_own(status: os.stat_result) -> bool:
    """Whether a file is a regular one that belongs to the current user: `sudo` may keep the caller's home."""
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & stat.S_IWOTH)


def add_to_record(folder: str) -> None:
    """Record an absolute folder, once; raises ConfigError."""
    record = record_path()
    if record is None:
        raise ConfigError("--trust", f"there is no home folder to record trust in; set {VARIABLE} to a folder")
    if _is_checked(record, folder):
        raise ConfigError("--trust", f"{record} is inside the code to be trusted; set {VARIABLE} to a folder elsewhere")
    line = os.fsencode(real_path(folder))
    if b"\n" in line:
        raise ConfigError("--trust", "a folder with a line break in its path can't be recorded")
    if real_path(folder) in recorded_folders(record):
        return
    try:
        os.makedirs(os.path.dirname(record), mode=0o700, exist_ok=True)
        handle = os.open(record, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "ab") as file:
            if not _is_own(os.fstat(handle)):
                raise ConfigError("--trust", f"{record} belongs to another user, or is writable by everybody")
            file.write(line + b"\n")
    except OSError as error:
        raise ConfigError("--trust", f"{record}: {error.strerror or error}") from None


def rewrite_record(record: str, folders: list[str]) -> None:
    """Replace the record atomically."""
    new = f"{record}.{os.getpid()}"
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.writelines(os.fsencode(folder) + b"\n" for folder in folders)
        os.replace(new, record)
    except OSError as error:
        raise ConfigError("--untrust", f"{record}: {error.strerror or error}") from None
