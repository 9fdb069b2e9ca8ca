"""The container image: built, and used on files that belong to another user."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.release.commands import ROOT, RULE, Wrong, first_that_runs, run
from torchlint.version import __version__

PROGRAMS = ("docker", "podman", "buildah")
NOBODY = 65534
HAS_TORCH = "import importlib.util; print(importlib.util.find_spec('torch') is not None)"


def program() -> str | None:
    """The program that builds and runs images here."""
    return first_that_runs(PROGRAMS, "version")


@dataclass(frozen=True, slots=True)
class Image:
    """An image, and the program that has it."""

    program: str
    name: str

    @property
    def is_buildahs(self) -> bool:
        return Path(self.program).stem == "buildah"

    def build(self, base: str | None) -> None:
        """Build it from the Dockerfile, as the documentation says."""
        # podman keeps every layer as an image of its own, unless told otherwise.
        options = ["--layers=false"] if Path(self.program).stem == "podman" else []
        given = [] if base is None else ["--build-arg", f"BASE={base}"]
        run(self.program, "build", *options, "--tag", self.name, *given, str(ROOT))

    def remove(self) -> None:
        run(self.program, "rmi", self.name)

    def run(self, folder: Path, *arguments: str, entry: str | None = None, status: int = 0) -> str:
        """What a container prints that has a folder as /src. Raises Wrong where it ends with another status."""
        mounted = ("--volume", f"{folder}:/src")
        if not self.is_buildahs:
            entered = [] if entry is None else ["--entrypoint", entry]
            return run(self.program, "run", "--rm", *mounted, *entered, self.name, *arguments, status=status)
        with self._container() as container:
            begun = [entry] if entry is not None else self._entry()
            return run(self.program, "run", *mounted, container, "--", *begun, *arguments, status=status)

    @contextmanager
    def _container(self) -> Iterator[str]:
        """What buildah runs commands in: it has no `run` for an image."""
        container = run(self.program, "from", self.name).strip()
        try:
            yield container
        finally:
            run(self.program, "rm", container)

    def _entry(self) -> list[str]:
        """The entry point, which buildah's `run` passes over."""
        form = "{{.OCIv1.Config.Entrypoint}}"
        return run(self.program, "inspect", "--type", "image", "--format", form, self.name).strip().strip("[]").split()


def tried(image: Image, place: Path) -> None:
    """Use it as the documentation says. Raises Wrong."""
    folder = foreign_repository(place / "project")
    if (said := image.run(folder, "--version").strip()) != f"torchlint {__version__}":
        raise Wrong(f"the image: --version prints {said!r}")
    asked = ("--isolated", "--no-cache", "--output-format=json")
    for paths in (["examples/"], ["--since", "HEAD", "."]):
        records = json.loads(image.run(folder, *asked, *paths, status=1))
        if RULE not in {record["name"] for record in records}:
            raise Wrong(f"the image: {RULE} finds nothing with {' '.join(paths)}")
    if image.run(folder, "-c", HAS_TORCH, entry="python3").strip() != "False":
        raise Wrong("the image: torch came along")


def foreign_repository(folder: Path) -> Path:
    """A repository whose only change is the examples. To the user in the image it belongs to somebody else."""
    folder.mkdir()
    author = ("-c", "user.name=release", "-c", "user.email=release@localhost")
    run("git", "init", "--quiet", folder=folder)
    run("git", *author, "commit", "--quiet", "--allow-empty", "--message", "Begin", folder=folder)
    shutil.copytree(ROOT / "examples", folder / "examples")
    run("git", "add", "--all", folder=folder)
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # the user in the image has the same number
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    return folder
