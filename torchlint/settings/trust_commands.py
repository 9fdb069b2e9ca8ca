"""`--trust` and `--untrust`, and the notice about untrusted packs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from torchlint.files.git_files import repository_around
from torchlint.files.paths import command_line
from torchlint.settings.keys import ConfigError
from torchlint.settings.trust import add_to_record, is_inside, real_path, record_path, recorded_folders, rewrite_record

if TYPE_CHECKING:
    from torchlint.settings.config import Configs, Settings

_MOST_NAMED = 3  # packs in a message


def trust(paths: Iterable[str], configs: Configs) -> Iterator[str]:
    """Record the folders of the configurations that apply to paths, and report it; raises ConfigError."""
    for path in paths:
        folder = _folder(path)
        config_folder, named = configs.config_folder(folder), _packs_by_folder(folder, configs)
        if config_folder is None or not named:  # the user's own file may name some, and needs no trust
            yield f"no configuration file for {path} names packs, so there is nothing to trust"
            continue
        root = repository_around(folder)
        if root is not None and not is_inside(config_folder, root):
            command = command_line(("torchlint", "--trust", config_folder))
            raise ConfigError("--trust", f"{path} is configured outside its repository; to trust that, run `{command}`")
        for each, packs in named.items():
            add_to_record(each)
            yield f"trusted {real_path(each)}: from now on, its configuration loads these packs: {_listed(packs)}"


def untrust(paths: Iterable[str], configs: Configs) -> Iterator[str]:
    """Remove the folders of the configurations that apply to paths from the record, and say so; raises ConfigError."""
    record = record_path()
    if record is None:
        raise ConfigError("--untrust", "there is no home folder, so nothing is trusted")
    for path in paths:
        folder = _folder(path)
        folders = {real_path(each) for each in (folder, *_packs_by_folder(folder, configs))}  # the files may be gone
        known = recorded_folders(record)
        gone = sorted(folders & known)
        if gone:
            rewrite_record(record, sorted(known - folders))
        yield f"no longer trusted: {', '.join(gone)}" if gone else f"was not trusted: {path}"


def notice(everything: Iterable[Settings]) -> str:
    """One line that names the packs that are not loaded as untrusted, and how to trust them; empty without any."""
    untrusted = {layer.origin: layer for settings in everything for layer in settings.layers if layer.untrusted}
    if not untrusted:
        return ""
    first = min(untrusted.values(), key=lambda layer: len(layer.untrusted))  # what is vendored lies deeper
    more = f", nor those of {len(untrusted) - 1} more files" if len(untrusted) > 1 else ""
    return (
        f"did not load the packs of {first.origin} ({_listed(first.values['packs'])}){more}: a pack is code that runs; "
        f"to trust it, run `{_command(first.untrusted)}`"
    )


def _packs_by_folder(folder: str, configs: Configs) -> dict[str, list[str]]:
    """The packs named by the files that apply to a folder, by the folders of the files."""
    found: dict[str, list[str]] = {}
    layers = configs.of_folder(folder).layers if configs.config_folder(folder) is not None else ()
    for layer in layers:
        if not layer.is_typed and layer.values.get("packs"):
            found.setdefault(layer.base, []).extend(layer.values["packs"])
    return found


def _command(folder: str) -> str:
    """The command that trusts a folder, relative to the working directory."""
    if is_inside(folder, os.getcwd()) and is_inside(os.getcwd(), folder):
        return "torchlint --trust"
    return command_line(("torchlint", "--trust", folder))


def _listed(packs: list[str]) -> str:
    more = f" and {len(packs) - _MOST_NAMED} more" if len(packs) > _MOST_NAMED else ""
    return ", ".join(packs[:_MOST_NAMED]) + more


def _folder(path: str) -> str:
    whole = os.path.abspath(path)
    return os.path.dirname(whole) if os.path.isfile(whole) else whole
