"""Whose packs are loaded: packs are code, and nothing in a checked tree runs before the user trusts it.

What is trusted is the folder of a file that names packs, not what lies below it: vendored code has folders of its own.
It is recorded by its real path, in a file of the user.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from torchlint.files.git_files import repository_around
from torchlint.files.paths import is_below
from torchlint.files.regular_file import read_regular
from torchlint.files.user_state import user_state_folder
from torchlint.settings.keys import ConfigError

if TYPE_CHECKING:
    from torchlint.settings.config import Configs, Settings

_MOST_NAMED = 3  # packs in a message


def is_trusted(folder: str) -> bool:
    """Whether the user has trusted the configuration file in an absolute folder.

    A record inside the repository is part of what is checked: `HOME` is the checkout on some machines.
    """
    record = _record()
    return record is not None and _real(folder) in _recorded(record) and not _is_checked(record, folder)


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder, or leads to something below it, whatever links there are on the way."""
    return is_below(_real(path), _real(folder))


def _is_checked(record: str, folder: str) -> bool:
    """Whether a record is part of the code around a folder, or of that in which the work is done."""
    real = os.path.realpath(folder)
    around = (repository_around(real) or real, repository_around(os.getcwd()))
    return any(root is not None and is_inside(record, root) for root in around)


def trust(paths: Iterable[str], configs: Configs) -> Iterator[str]:
    """Record the folders of the configurations that hold for paths, and say so; raises ConfigError."""
    for path in paths:
        folder = _folder(path)
        home, named = configs.home(folder), _packs_by_folder(folder, configs)
        if home is None or not named:  # the user's own file may name some, and needs no trust
            yield f"no configuration file for {path} names packs, so there is nothing to trust"
            continue
        root = repository_around(folder)
        if root is not None and not is_inside(home, root):
            raise ConfigError(
                "--trust", f"{path} is configured above its repository; `torchlint --trust {home}` if you mean that"
            )
        for each, packs in named.items():
            _add(each)
            yield f"trusted {_real(each)}: its configuration loads packs from now on ({_listed(packs)})"


def untrust(paths: Iterable[str], configs: Configs) -> Iterator[str]:
    """Take the folders of the configurations that hold for paths out of the record, and say so; raises ConfigError."""
    record = _record()
    if record is None:
        raise ConfigError("--untrust", "there is no home folder in which it would have been recorded")
    for path in paths:
        folder = _folder(path)
        folders = {_real(each) for each in (folder, *_packs_by_folder(folder, configs))}  # the files may be gone
        known = _recorded(record)
        gone = sorted(folders & known)
        if gone:
            _rewrite(record, sorted(known - folders))
        yield f"not trusted any more: {', '.join(gone)}" if gone else f"was not trusted: {path}"


def notice(everything: Iterable[Settings]) -> str:
    """One line that says which packs are not loaded because nobody has trusted them, and how to; empty without any."""
    untrusted = {layer.origin: layer for settings in everything for layer in settings.layers if layer.untrusted}
    if not untrusted:
        return ""
    first = min(untrusted.values(), key=lambda layer: len(layer.untrusted))  # what is vendored lies deeper
    more = f", nor those of {len(untrusted) - 1} more files" if len(untrusted) > 1 else ""
    return (
        f"did not load the packs of {first.origin} ({_listed(first.values['packs'])}){more}: packs are code that runs; "
        f"if you trust them, `{_command(first.untrusted)}` loads them"
    )


def _packs_by_folder(folder: str, configs: Configs) -> dict[str, list[str]]:
    """The packs that the files name which hold in a folder, by the folders of the files."""
    found: dict[str, list[str]] = {}
    layers = configs.of_folder(folder).layers if configs.home(folder) is not None else ()
    for layer in layers:
        if not layer.is_typed and layer.values.get("packs"):
            found.setdefault(layer.base, []).extend(layer.values["packs"])
    return found


def _command(folder: str) -> str:
    """The command that trusts a folder, from here."""
    if is_inside(folder, os.getcwd()) and is_inside(os.getcwd(), folder):
        return "torchlint --trust"
    from shlex import quote

    return f"torchlint --trust {quote(folder)}"


def _listed(packs: list[str]) -> str:
    more = f" and {len(packs) - _MOST_NAMED} more" if len(packs) > _MOST_NAMED else ""
    return ", ".join(packs[:_MOST_NAMED]) + more


def _folder(path: str) -> str:
    whole = os.path.abspath(path)
    return os.path.dirname(whole) if os.path.isfile(whole) else whole


def _real(path: str) -> str:
    return os.path.normcase(os.path.realpath(path))


def _record() -> str | None:
    """Where the record is, whether or not it is there: a line for each folder."""
    state = user_state_folder()
    return os.path.join(state, "trusted") if state is not None else None


def _recorded(record: str) -> frozenset[str]:
    """The folders in a record; none where it can't be read, or where somebody else may have written it."""
    try:
        if not _is_own(os.stat(record)):
            return frozenset()
        return frozenset(os.fsdecode(line) for line in read_regular(record).split(b"\n") if line)
    except OSError:
        return frozenset()


def _is_own(status: os.stat_result) -> bool:
    """Whether a file is a plain one that belongs to who runs this: `sudo` may keep the home of who called it."""
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & stat.S_IWOTH)


def _add(folder: str) -> None:
    record = _record()
    if record is None:
        raise ConfigError("--trust", "there is no home folder to record it in; point XDG_STATE_HOME at one")
    if _is_checked(record, folder):
        raise ConfigError(
            "--trust", f"{record} would be part of the code that it is about; point XDG_STATE_HOME somewhere else"
        )
    line = os.fsencode(_real(folder))
    if b"\n" in line:
        raise ConfigError("--trust", "a folder with a line break in its path can't be recorded")
    if _real(folder) in _recorded(record):
        return
    try:
        os.makedirs(os.path.dirname(record), mode=0o700, exist_ok=True)
        handle = os.open(record, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "ab") as file:
            if not _is_own(os.fstat(handle)):
                raise ConfigError("--trust", f"{record} belongs to somebody else, or everybody may write to it")
            file.write(line + b"\n")
    except OSError as error:
        raise ConfigError("--trust", f"{record}: {error.strerror or error}") from None


def _rewrite(record: str, folders: list[str]) -> None:
    """Write the record anew, all at once."""
    new = f"{record}.{os.getpid()}"
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.writelines(os.fsencode(folder) + b"\n" for folder in folders)
        os.replace(new, record)
    except OSError as error:
        raise ConfigError("--untrust", f"{record}: {error.strerror or error}") from None
