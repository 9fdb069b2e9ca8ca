"""Wheel and sdist: built, and each installed and used in an environment of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import venv
from pathlib import Path

from tools.release.commands import ROOT, RULE, Wrong, run
from torchlint.version import __version__


def build(folder: Path) -> list[Path]:
    """The sdist, and the wheel that is built from it."""
    run(sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT))
    files = sorted(folder.glob(f"torchlint-{__version__}*"))
    if [path.suffix for path in files] != [".whl", ".gz"]:
        raise Wrong(f"dist/ has {', '.join(path.name for path in files)}")
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, files))
    return files


def tried(archive: Path, place: Path) -> None:
    """Install an archive in an environment of its own, and use it where nothing of the repository is in reach."""
    environment = place / "environment"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    run(str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(archive))
    shutil.copytree(ROOT / "examples", place / "examples")
    torchlint = str(programs / "torchlint")
    if (said := run(torchlint, "--version", folder=place).strip()) != f"torchlint {__version__}":
        raise Wrong(f"{archive.name}: --version prints {said!r}")
    records = json.loads(run(torchlint, "--isolated", "--exit-zero", "--output-format=json", ".", folder=place) or "[]")
    if RULE not in {record["name"] for record in records}:
        raise Wrong(f"{archive.name}: {RULE} finds nothing in the examples")
    if not run(torchlint, "explain", RULE, folder=place).startswith(f"# {RULE}\n"):
        raise Wrong(f"{archive.name}: the page of {RULE} is missing")
    installed = run(str(programs / "python"), "-m", "pip", "list", "--disable-pip-version-check", folder=place)
    if re.search(r"^torch ", installed, flags=re.MULTILINE):
        raise Wrong(f"{archive.name}: torch came along")
