"""The lookup of library models for each file of a run, with the models of its settings and their packs."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import TYPE_CHECKING

from torchlint.files.paths import shown
from torchlint.settings.keys import ConfigError

if TYPE_CHECKING:
    from torchlint.knowledge.lookup import Lookup
    from torchlint.settings.config import Configs, Settings


class Lookups:
    """One lookup for all files with the same settings; None if neither these nor their packs have models."""

    def __init__(self, configs: Configs) -> None:
        self._configs = configs
        self._lookups: dict[int, Lookup | None] = {}  # by settings

    def of_file(self, path: str) -> Lookup | None:
        """The lookup for a file; raises ConfigError."""
        return self.under(self._configs.of_file(os.path.abspath(path)))

    def packages(self, path: str) -> Collection[str]:
        """The packages that the models for a file describe."""
        lookup = self.of_file(path)
        return lookup.packages if lookup is not None else ()

    def under(self, settings: Settings) -> Lookup | None:
        """The lookup for some settings; raises ConfigError if a pack's models are invalid."""
        if id(settings) not in self._lookups:
            self._lookups[id(settings)] = _made(settings) if settings.models or settings.packs else None
        return self._lookups[id(settings)]


def _made(settings: Settings) -> Lookup:
    from torchlint.pack import PackError, lookup_of

    try:
        return lookup_of(settings)
    except PackError as problem:
        raise ConfigError(shown(problem.path), problem.reason, problem.row or 0) from None
