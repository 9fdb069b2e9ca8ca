"""Cache keys for the set of rules that a file is checked with, computed without loading them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from torchlint.cache.file_stamps import digest_of, digest_of_all
from torchlint.files.source import Unreadable, bytes_of
from torchlint.settings.config import NAMING, Settings


def rules_key(settings: Settings, packs: str, root: str) -> str:
    """The key for the rules of files under some settings of a project; it differs if the rules may differ.

    `packs` is the key of all packs of the run: a comment may name rules of any. The `root` of the project is what
    folders are relative to, so that a project may be moved.
    """
    parts = [settings.torch_version, str(settings.preview), repr(settings.models), packs]
    for layer in settings.layers:
        named = {key: value for key, value in sorted(layer.values.items()) if key in NAMING}
        if named:  # a file that sets a baseline or a severity finds what the defaults find
            parts += (os.path.relpath(layer.base, root), repr(named), "untrusted" * bool(layer.untrusted))
    return digest_of_all(parts)


def packs_key(packs: Iterable[str]) -> str:
    """The key for the contents of the user's own packs."""
    return digest_of_all(part for pack in sorted(packs) for part in (pack, *_contents(pack)))


def _contents(folder: str) -> Iterator[str]:
    archive = folder
    while not os.path.exists(archive) and os.path.dirname(archive) != archive:
        archive = os.path.dirname(archive)
    if os.path.isfile(archive):  # a pack in a zip
        yield _digest(archive)
        return
    for here, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(here, name)
            if name.endswith((".py", ".md", ".toml")):
                yield os.path.relpath(path, folder)
                yield _digest(path)


def _digest(path: str) -> str:
    try:
        return digest_of(bytes_of(path))
    except Unreadable as problem:
        return problem.message  # loading it says the same
