"""A file that is judged by itself, whatever lies around it."""

from __future__ import annotations

from torchlint.project.import_resolver import Place, Repository


class Alone(Repository):
    """A project in which no name leads to a file and nobody imports one: what it requires still holds."""

    def _resolve(self, folder: str, level: int, module: str) -> Place | None:
        return None

    @property
    def _files(self) -> None:
        return None
