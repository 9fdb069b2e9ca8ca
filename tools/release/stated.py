"""What the repository says of the release: its version, which has to be the same everywhere, and its notes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tools.index_page import with_absolute_links
from tools.release.commands import ROOT, Wrong
from torchlint.addresses import REPOSITORY
from torchlint.version import __version__

MOST_NOTES = 125_000  # characters, that GitHub takes as the notes of a release


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
    for name in ("editors/vscode/package.json", "editors/vscode/package-lock.json"):
        if (ROOT / name).is_file():
            yield name, json.loads((ROOT / name).read_text(encoding="utf-8"))["version"]


def agreed(tag: str | None) -> str:
    """The section of the changelog, if everything states the same version. Raises Wrong."""
    for name, stated in versions():
        if stated != __version__:
            raise Wrong(f"{name} says {stated}, torchlint/version.py {__version__}")
    day, written = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)
    section = with_absolute_links(written, ROOT, REPOSITORY, __version__)  # a release is not a folder of the repository
    if tag is not None and tag != f"v{__version__}":
        raise Wrong(f"the tag {tag} is not v{__version__}")
    if tag is not None and not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        raise Wrong(f"CHANGELOG.md: the section [{__version__}] has no date")
    if len(section) > MOST_NOTES:
        raise Wrong(
            f"CHANGELOG.md: the section [{__version__}] has {len(section)} characters; GitHub takes {MOST_NOTES}"
        )
    return section
