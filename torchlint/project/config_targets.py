"""The classes that a project's YAML files name for a program to create: `_target_: models.Net`, under `model:`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice

# The keys under which Hydra, latent diffusion's programs, Lightning's CLI and torchtune write a class.
CLASS_KEYS = frozenset(("_target_", "target", "class_path", "_component_"))
_ENTRY = re.compile(r"(?P<indent> *(?:- +)*)(?P<key>[\w.-]+) *:(?: +[\"']?(?P<value>[A-Za-z_$][\w.${}:]*))?")
# How many files are looked through: of more, none, as the others may name other classes.
_MOST_FILES = 500


class ConfigTargets:
    """What YAML files say is to be created; `config_files` are their absolute paths, `read` gives the text of one."""

    def __init__(self, config_files: Callable[[], Iterable[str]], read: Callable[[str], str | None]) -> None:
        self._config_files, self._read = config_files, read

    def named(self, key: str) -> list[str]:
        """The dotted names of the classes that stand under a key, or in a file of the folder `key`, without doubles."""
        return self._by_key.get(key, [])

    @cached_property
    def _by_key(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        paths = list(islice(self._config_files(), _MOST_FILES + 1))
        for path in paths if len(paths) <= _MOST_FILES else ():
            for key, name in targets(self._read(path) or "", os.path.basename(os.path.dirname(path))):
                if name not in found.setdefault(key, []):
                    found[key].append(name)
        return found


def targets(text: str, folder: str) -> Iterator[tuple[str, str]]:
    """Each key of a YAML text with the class that is written right below it; `folder` stands for the text itself."""
    if not any(key in text for key in CLASS_KEYS):
        return
    around: list[tuple[int, str]] = []  # the keys that the line is below, with their indents
    for line in text.splitlines():
        if (entry := _ENTRY.match(line)) is None:
            continue
        indent, key = len(entry["indent"]), entry["key"]
        while around and around[-1][0] >= indent:
            around.pop()
        value = entry["value"] or ""
        is_partial = key == "_partial_" and value in ("true", "True")  # then Hydra gives a function: no object
        if is_partial or (key in CLASS_KEYS and ("." in value or value.startswith("$"))):  # `${model_class}` may be any
            yield around[-1][1] if around else folder, "$partial" if is_partial else value
        around.append((indent, key))
