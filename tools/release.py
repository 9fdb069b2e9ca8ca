"""Makes what a release publishes, and tries each part as a user would: `python -m tools.release [--check] [--tag TAG]`.

The versions have to agree. Wheel and sdist are built into dist/, pass `twine check --strict`, and are installed and
used, each in a clean environment of its own. The site is built into build/docs/site, and the section of the changelog
goes to build/notes.md. `--tag v0.2.0` says which version it has to be, and that its section has a date. `--check`
leaves nothing behind. `--notes` only prints the section. All but that needs `build`, `twine` and the extra `docs`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from torchlint.version import __version__

ROOT = Path(__file__).parent.parent
RULE = "loss-accumulates-graph"  # which the examples break


class Wrong(Exception):
    """What keeps a release from being made."""


def notes(changelog: str, version: str) -> tuple[str, str]:
    """What follows the version in the title of its section, and the section. Raises Wrong where there is none."""
    title = re.search(rf"^## \[{re.escape(version)}\](?: - (.*))?$", changelog, flags=re.MULTILINE)
    if title is None:
        raise Wrong(f"CHANGELOG.md has no section [{version}]")
    section = re.split(r"^## ", changelog[title.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    return title[1] or "", section.strip() + "\n"


def versions() -> Iterator[tuple[str, str]]:
    """Each file that states the version, and which."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    yield "CITATION.cff", "".join(re.findall(r"^version: (.*)$", citation, flags=re.MULTILINE))
    extension = ROOT / "editors/vscode/package.json"
    if extension.is_file():
        yield "editors/vscode/package.json", json.loads(extension.read_text(encoding="utf-8"))["version"]


def agreed(tag: str | None) -> str:
    """The section of the changelog, if everything states the same version. Raises Wrong."""
    for name, stated in versions():
        if stated != __version__:
            raise Wrong(f"{name} says {stated}, torchlint/version.py {__version__}")
    day, section = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)
    if tag is not None and tag != f"v{__version__}":
        raise Wrong(f"the tag {tag} is not v{__version__}")
    if tag is not None and not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        raise Wrong(f"CHANGELOG.md: the section [{__version__}] has no date")
    return section


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


def run(*command: str, folder: Path = ROOT) -> str:
    """What a command prints; nothing of this environment is passed on. Raises Wrong where it fails."""
    shown = " ".join(os.path.basename(word) for word in command[:4])
    print(f"{shown} ...", flush=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True)
    said, warned = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    if done.returncode:
        raise Wrong(f"{shown}: exit status {done.returncode}\n{said}{warned}")
    return said


def release(tag: str | None, check: bool, place: Path) -> None:
    """Make and try everything. Raises Wrong."""
    section = agreed(tag)
    dist = place / "dist" if check else ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    for archive in build(dist):
        tried(archive, place / archive.suffix.strip("."))
    run(sys.executable, "-m", "tools.site", *(["--check"] if check else []))
    if not check:
        (ROOT / "build").mkdir(exist_ok=True)
        (ROOT / "build/notes.md").write_text(section, encoding="utf-8")
    print(f"torchlint {__version__}: {', '.join(path.name for path in sorted(dist.iterdir()))} are good.")


def main() -> int:
    """The exit status: 1 where something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--check", action="store_true", help="leave nothing behind")
    parser.add_argument("--tag", help="the tag of the release")
    parser.add_argument("--notes", action="store_true", help="only print the section of the changelog")
    given = parser.parse_args()
    try:
        if given.notes:
            print(agreed(given.tag), end="")
            return 0
        with TemporaryDirectory() as place:
            release(given.tag, given.check, Path(place))
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
