"""Where imports lead: the file or folder of the project that a module's name means."""

from __future__ import annotations

import os
import sys

from torchlint.project.import_root import ON_THE_PATH
from torchlint.project.sources import Place, Sources

# Never part of a project, whatever its files are called; for torch, the tables know more.
_ELSEWHERE = sys.stdlib_module_names | {"torch", "numpy"}


class ImportResolver:
    """Finds what import statements of a project's files mean."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._resolved: dict[tuple[str, int, str], Place | None] = {}

    def leads(self, importer: Place, level: int, module: str) -> Place | None:
        """The file or folder that an import in `importer` means; None where that is no part of the project.

        A file that imports its own name, `import wandb` in wandb.py, means a library. One that names a package within
        a package, `from models.backbones import resnet`, means itself; so does a package on the path: `from acme import
        optim` in acme/__init__.py.
        """
        found = self.resolve(os.path.dirname(importer), level, module)
        if found != importer or not module or (importer.endswith("__init__.py") and "." in module):
            return found
        return found if importer.endswith("__init__.py") and self._is_on_the_path(os.path.dirname(importer)) else None

    def _is_on_the_path(self, package: str) -> bool:
        """Whether a package lies where the project's programs look for imports: directly in the project, or in src."""
        root = self._sources.root
        return os.path.dirname(package) in (root, *(os.path.join(root, name) for name in ON_THE_PATH))

    def resolve(self, folder: str, level: int, module: str) -> Place | None:
        """What an import in a file of this folder leads to, even if that is the file itself."""
        key = (folder, level, module)
        if key not in self._resolved:
            self._resolved[key] = self._relative(folder, level, module) if level else self._absolute(folder, module)
        return self._resolved[key]

    def _relative(self, folder: str, level: int, module: str) -> Place | None:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        if not f"{folder}{os.sep}".startswith(f"{self._sources.root.rstrip(os.sep)}{os.sep}"):
            return None  # above the project, where nothing of it is
        return self._below(folder, module.split(".") if module else [])

    def _absolute(self, folder: str, module: str) -> Place | None:
        """The target of an absolute import, searched from the importer's folder upwards."""
        first, _, _ = module.partition(".")
        if first in _ELSEWHERE:
            return None
        parts = module.split(".")
        for here in self._sources.upwards(folder):
            for base in (here, *(os.path.join(here, name) for name in ON_THE_PATH)):
                if found := self._below(base, parts):
                    return found
        # A package that is a project of its own knows itself by its name.
        if first == os.path.basename(self._sources.root) and self._sources.is_file(
            os.path.join(self._sources.root, "__init__.py")
        ):
            return self._below(self._sources.root, parts[1:])
        # A part of a larger whole, which says `whole.team.part.file` for its own part/file.py.
        for here in self._sources.upwards(folder) if len(parts) > 3 else ():
            for at in range(2, len(parts) - 1):
                if found := self._below(here, parts[at:]):
                    return found
        return None

    def _below(self, folder: str, parts: list[str]) -> Place | None:
        for part in parts[:-1]:
            folder = os.path.join(folder, part)
        if not parts:
            return self._package(folder)
        whole = os.path.join(folder, parts[-1])
        if package := self._package(whole):
            return package
        return whole + ".py" if self._sources.is_file(whole + ".py") else None

    def _package(self, folder: str) -> Place | None:
        if not self._sources.is_folder(folder):
            return None
        own = os.path.join(folder, "__init__.py")
        return own if self._sources.is_file(own) else folder

    def submodule(self, package: Place, name: str) -> Place | None:
        """The file or folder of that name inside a package."""
        if package.endswith(os.sep + "__init__.py"):
            return self._below(os.path.dirname(package), [name])
        return None if package.endswith(".py") else self._below(package, [name])

    def forget(self) -> None:
        """Forget where imports led: a file is new, or no longer there."""
        self._resolved.clear()


class NoImports(ImportResolver):
    """Of a file that is judged by itself: no import leads anywhere."""

    def resolve(self, folder: str, level: int, module: str) -> Place | None:
        return None
