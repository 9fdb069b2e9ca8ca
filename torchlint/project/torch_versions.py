"""Which versions of PyTorch, and of packages around it, the code at a place is for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import islice

from torchlint.project import requirements
from torchlint.project.sources import Sources

# So many files of requirements are read where none stands above a file.
_MOST_REQUIREMENTS = 50


class TorchVersions:
    """The versions that a project supports: as configured for a folder, else as the nearest requirements say.

    `configured` gives what the configuration of a folder says, and `requirement_files` the absolute paths of all files
    that may say it, too. Where none of these stand in a folder above, those count that any of them admits.
    """

    def __init__(
        self, sources: Sources, configured: Callable[[str], str], requirement_files: Callable[[], Iterable[str]]
    ) -> None:
        self._sources, self._configured, self._requirement_files = sources, configured, requirement_files
        self._torch: dict[str, requirements.Supported] = {}

    def of_folder(self, folder: str) -> requirements.Supported:
        """The versions that the code in a folder is for."""
        if folder not in self._torch:
            configured = requirements.supported(self._configured(folder))
            required = configured or self._required_above(folder) or self._required_anywhere
            self._torch[folder] = required or requirements.Supported()
        return self._torch[folder]

    def of_package(self, folder: str, package: str, newest: requirements.Version) -> requirements.Supported:
        """The versions of another package that the code in a folder is for: the newest one where nothing says."""
        for here in self._sources.upwards(folder):
            for name in requirements.FILES:
                path = os.path.join(here, name)
                text = self._sources.read(path) if self._sources.exists(path) else None
                found = requirements.required_of(text, package, newest) if text is not None else None
                if found is not None:
                    return found
        return requirements.Supported.only(newest)

    @cached_property
    def _required_anywhere(self) -> requirements.Supported | None:
        paths = islice(self._requirement_files(), _MOST_REQUIREMENTS)
        return requirements.any_of(text for path in paths if (text := self._sources.read(path)) is not None)

    def _required_above(self, folder: str) -> requirements.Supported | None:
        for here in self._sources.upwards(folder):
            paths = (os.path.join(here, name) for name in requirements.FILES)
            texts = [
                text for path in paths if self._sources.exists(path) and (text := self._sources.read(path)) is not None
            ]
            for says in (requirements.required, requirements.goes_with_torchvision):
                for text in texts:
                    if (found := says(text)) is not None:
                        return found
        return None
