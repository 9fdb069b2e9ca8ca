"""Makes data/deprecated_api.txt: what PyTorch and packages around it warn of, since when, and until when it is there.

Fields of dataclasses, such as those of transformers.TrainingArguments, are in it, too, where they go without a warning.

    python -m tools.generate_deprecated_api SOURCES [--write]

SOURCES has a folder for each package, and in it one for each version, with the files of its wheel. Nothing is imported,
and nothing is kept of the sources but names and versions. Wheels for another platform than this one will do:

    pip download --no-deps --only-binary :all: --platform macosx_11_0_arm64 --python-version 3.11 -d WHEELS torch==2.6.0
    unzip -q WHEELS/torch-2.6.0-*.whl '*.py' -d SOURCES/torch/2.6.0
"""

from __future__ import annotations

import argparse
import gc
import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tools.deprecated_api.sources import Sources
from tools.deprecated_api.warned import Warned, warned

FILE = Path(__file__).parents[1] / "torchlint" / "data" / "deprecated_api.txt"
PACKAGES = {
    "torch": ("torch", "functorch"),
    "torchvision": ("torchvision",),
    "torchaudio": ("torchaudio",),
    "lightning": ("lightning",),
    "transformers": ("transformers",),
    "accelerate": ("accelerate",),
}
HEAD = """\
# What warns when it is used: name, or name(argument); since which version, at the latest; from which version on it is
# not there any more; and the name that its warning recommends. Made by tools/generate_deprecated_api.py.
"""
Version = tuple[int, int]


def main() -> None:
    """Print the table, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path)
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    given = parser.parse_args()
    gc.disable()  # trees have no cycles
    warnings.simplefilter("ignore")  # of literals in the sources
    found = [package for package in PACKAGES if (given.sources / package).is_dir()]
    text = HEAD + "".join(f"{line}\n" for package in found for line in table(given.sources / package, package))
    if given.write:
        FILE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


def table(folder: Path, package: str) -> Iterator[str]:
    """The lines of a package: its versions, and a line for each name."""
    versions = sorted((_version(each.name), each) for each in folder.iterdir())
    yield f"\n[{package} {' '.join(map(_shown, (version for version, _ in versions)))}]"
    told: dict[tuple[str, str], dict[Version, Warned]] = {}
    scanned = {version: Sources(each, PACKAGES[package]) for version, each in versions}
    for version, sources in scanned.items():
        for name, one in _public(sources):
            told.setdefault((name, one.argument), {})[version] = one
    for key, seen in _dropped_fields(scanned).items():
        told.setdefault(key, seen)
    for (name, argument), seen in sorted(told.items()):
        if name.startswith("transformers.models."):
            continue  # it has a name in `transformers` itself
        later = [version for version in scanned if version > max(seen)]
        definition = seen[max(seen)].name
        gone = next((v for v in later if not _is_there(scanned[v], name, definition, argument)), None)
        if later and (gone is None or _is_there(scanned[later[-1]], name, definition, argument)):
            continue  # it does not warn any more, or is back
        successor = next((one.successor for _, one in sorted(seen.items(), reverse=True) if one.successor), "-")
        shown = f"{name}({argument})" if argument else name
        yield f"{shown} {_shown(min(seen))} {_shown(gone) if gone else '-'} {successor}"


def _is_there(sources: Sources, name: str, definition: str, argument: str) -> bool:
    """Whether a version has a name, or its definition takes an argument: where nothing says what is taken, it may."""
    return sources.takes(definition, argument) is not False if argument else sources.has(name)


def _dropped_fields(scanned: dict[Version, Sources]) -> dict[tuple[str, str], dict[Version, Warned]]:
    """The fields of dataclasses that the next version has not, by each public name of the class."""
    found: dict[tuple[str, str], dict[Version, Warned]] = {}
    fields = {version: sources.fields() for version, sources in scanned.items()}
    for version, after in pairwise(scanned):
        kept = {name: names - fields[after][name] for name, names in fields[version].items() if name in fields[after]}
        dropped = {name: names for name, names in kept.items() if names}
        for public, name in scanned[version].public_names(set(dropped)).items():
            found |= {(public, field): {version: Warned(name, field)} for field in dropped[name]}
    return found


def _public(sources: Sources) -> Iterator[tuple[str, Warned]]:
    """What warns, under each public name that it has."""
    found: dict[str, list[Warned]] = {}
    for one in warned(sources):
        found.setdefault(one.name, []).append(one)
    owners = {name.rpartition(".")[0] for name in found if name.rpartition(".")[0] not in sources.modules}
    for public, meaning in sources.public_names(set(found) | owners).items():
        for one in found.get(meaning, ()):
            yield public, one
        if meaning in owners and public != meaning:
            for name in found:
                if name.rpartition(".")[0] == meaning:
                    for one in found[name]:
                        yield f"{public}.{name.rpartition('.')[2]}", one


def _version(text: str) -> Version:
    major, minor, *_ = text.split(".")
    return int(major), int(minor)


def _shown(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


if __name__ == "__main__":
    main()
