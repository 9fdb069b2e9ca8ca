"""Who owns a file, as a CODEOWNERS file of GitHub or GitLab says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

from torchlint.files.git_files import repository_around
from torchlint.files.paths import relative
from torchlint.files.regular_file import read_regular
from torchlint.settings.gitignore import Gitignore

# Where GitHub and GitLab look, the first one counts.
PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
_WORD = re.compile(r"(?:\\.|[^\s\\])+")
_SECTION = re.compile(r"\^?\[[^\]]*\](?:\[\d+\])?\s*(.*)")


class CodeOwners:
    """The patterns of one file, and whom each names. Of several that match a path, the last counts."""

    def __init__(self, root: str, text: str) -> None:
        self._root = root
        self._patterns = list(_patterns(text))

    def of(self, path: str) -> tuple[str, ...]:
        """The owners of the file at an absolute path; none where nobody is named."""
        inside = relative(os.path.realpath(path), self._root)
        if not inside:
            return ()
        for pattern, is_shallow, owners in reversed(self._patterns):
            # `docs/*` are the files in that folder, and not those in folders of it.
            if pattern.decide(inside, folder=False) if is_shallow else pattern.ignores(inside, folder=False):
                return owners
        return ()


@cache
def code_owners_around(folder: str) -> CodeOwners | None:
    """What holds in a repository with this folder in it; None where it names no owners."""
    root = repository_around(folder)
    if root is None:
        return None
    for place in PLACES:
        path = os.path.join(root, *place.split("/"))
        try:
            return CodeOwners(os.path.realpath(root), read_regular(path).decode("utf-8", "replace"))
        except OSError:
            continue  # it is not there, and the next one may be
    return None


def _patterns(text: str) -> Iterator[tuple[Gitignore, bool, tuple[str, ...]]]:
    """Each pattern, whether it is about files in one folder only, and the owners."""
    default: tuple[str, ...] = ()  # of a section of GitLab
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if section := _SECTION.fullmatch(line):
            default = tuple(section[1].split())
            continue
        name, *owners = _WORD.findall(line.partition(" #")[0])
        if name.startswith("!"):
            continue  # neither of them knows it
        try:
            yield Gitignore((name,)), name.endswith("/*"), tuple(owners) or default
        except ValueError:
            continue  # a pattern that matches nothing
