"""Makes what a release publishes, and tries each part as a user would: `python -m tools.release [--check] [--tag TAG]`.

The versions have to agree. Wheel and sdist are built into dist/, pass `twine check --strict`, and are installed and
used, each in a clean environment of its own. The site is built into build/docs/site, and its playground runs in Node
and in a browser. The extension for VS Code is built into build/torchlint.vsix, which `code`, `codium` or `code-server`
installs, and the image `torchlint` with docker, podman or buildah. The section of the changelog goes to build/notes.md.
What can't be tried for want of a program is told at the end. `--tag v0.2.0` says which version it has to be, and that
its section has a date; everything has to be tried then, except what `--without` names. `--base IMAGE` builds the image
from another base. `--check` leaves nothing behind, only what the container program keeps of the base image. `--notes`
only prints the section. All but that needs `build`, `twine` and the extra `docs`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.release import archives, extension, image
from tools.release.commands import ROOT, Wrong, run
from tools.release.stated import agreed
from torchlint.version import __version__

OPTIONAL = ("playground", "extension", "image")


def not_to_try(without: list[str]) -> dict[str, str]:
    """The parts that are not asked for, or whose programs are missing, and why."""
    found = dict.fromkeys(without, "--without")
    if programs := extension.missing_programs():
        for part in ("playground", "extension"):
            found.setdefault(part, f"no {' and no '.join(programs)}")
    if "image" not in found and image.program() is None:
        found["image"] = f"no {', '.join(image.PROGRAMS[:-1])} or {image.PROGRAMS[-1]}"
    return found


def release(given: argparse.Namespace, place: Path) -> None:
    """Make and try everything. Raises Wrong."""
    section = agreed(given.tag)
    untried = not_to_try(given.without)
    if given.tag is not None and (lost := sorted(untried.keys() - {*given.without})):
        why = "; ".join(f"{part}: {untried[part]}" for part in lost)
        raise Wrong(f"not tried: {why}. To release without: {' '.join(f'--without {part}' for part in lost)}")
    dist = place / "dist" if given.check else ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    for archive in archives.build(dist):
        archives.tried(archive, place / archive.suffix.strip("."))
    run(sys.executable, "-m", "tools.site", *(["--check"] if given.check else []))
    told = [*(path.name for path in sorted(dist.iterdir())), "site"]
    if not given.check:
        (ROOT / "build").mkdir(exist_ok=True)
        (ROOT / "build/notes.md").write_text(section, encoding="utf-8")
    if "playground" not in untried:
        told.append(f"playground ({playground_tried()})")
    if "extension" not in untried:
        told.append(f"{extension_made(given.check, place)}")
    if "image" not in untried:
        told.append(image_made(given.check, given.base, place))
    print(f"torchlint {__version__} is good: {', '.join(told)}")
    for part, why in untried.items():
        print(f"not tried: {part}: {why}")


def playground_tried() -> str:
    """Where the playground was tried."""
    *_, last = run(sys.executable, "-m", "tools.playground", "--check").splitlines()
    return last


def extension_made(check: bool, place: Path) -> str:
    """What was made and tried of the extension."""
    package = extension.build(place)
    how = extension.tried(package, place)
    if not check:
        shutil.copy(package, ROOT / "build")
    return f"{package.name} ({how})"


def image_made(check: bool, base: str | None, place: Path) -> str:
    """What was made and tried of the image."""
    program = image.program()
    assert program is not None
    made = image.Image(program, f"torchlint-check-{os.getpid()}" if check else "torchlint")
    made.build(base)
    try:
        image.tried(made, place)
    finally:
        if check:
            made.remove()
    return f"the image ({Path(program).name})"


def main() -> int:
    """The exit status: 1 where something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--check", action="store_true", help="leave nothing behind")
    parser.add_argument("--tag", help="the tag of the release")
    parser.add_argument("--base", metavar="IMAGE", help="the image to build ours from; by default the Dockerfile's")
    parser.add_argument("--without", action="append", choices=OPTIONAL, default=[], help="leave a part out")
    parser.add_argument("--notes", action="store_true", help="only print the section of the changelog")
    given = parser.parse_args()
    try:
        if given.notes:
            print(agreed(given.tag), end="")
            return 0
        with TemporaryDirectory() as place:
            release(given, Path(place))
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
