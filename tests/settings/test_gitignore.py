"""Gitignore patterns mean what they mean to git, and no pattern and no name makes matching take long."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from torchlint.settings.gitignore import Gitignore

PATTERNS = (
    ["a"], ["/a"], ["a/"], ["a/b"], ["*.py", "!b.py"], ["a/*", "!a/b/"], ["**/b"], ["a/**"], ["a/**/b"], ["**"],
    ["*/b"], ["?"], ["[ab]"], ["[!a]"], ["[^a]*"], ["[]a]"], ["a\\ "], ["a "], ["\\#a", "\\!a"], ["#a", "!a"], ["\\*"],
    ["a**b"], ["***"], ["/**/a"], ["a//b"], ["!a/", "a"], ["a", "!a/"], ["a/**/"], ["*.p?", "!/x.py"],
)  # fmt: skip
PATHS = (
    "b", "a", "ab", "a/a", "a/b", "a/b/a", "a/x/y/b", "x/a/b", "x.py", "b.py", "a/b.py", "x/b.py", "#a", "!a", "*",
    "a ", "a]b", "]", "[a", "x/y/z/a",
)  # fmt: skip


@pytest.mark.parametrize("lines", PATTERNS, ids=" ".join)
def test_patterns_mean_what_they_mean_to_git(lines: list[str], tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("\n".join(lines) + "\n")
    asked = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin", "-z"],
        cwd=tmp_path, input="\0".join(PATHS), text=True, capture_output=True, check=False,
    )  # fmt: skip
    ignored = set(filter(None, asked.stdout.split("\0")))
    ours = Gitignore(lines)
    assert {path for path in PATHS if ours.ignores(path, folder=False)} == ignored


def test_a_folder_and_what_is_in_it() -> None:
    lines = Gitignore(["build/", "!build/keep.py"])
    assert lines.ignores("build", folder=True)
    assert not lines.ignores("build", folder=False)
    assert lines.ignores("build/keep.py", folder=False)  # git does not look into a folder that it ignores
    assert lines.decide("build/keep.py", folder=False) is False
    assert lines.decide("build/other.py", folder=False) is None


@pytest.mark.parametrize("line", ["!", "/", "!/", "a\\", "[a", "[!]"])
def test_what_no_name_can_match_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="'"):
        Gitignore([line])


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("*a" * 60 + "b", "a" * 255),
        ("a*" * 60 + "b", "a" * 255),
        ("**/a/" * 40 + "b", "a/" * 2000 + "a"),
        ("*/" * 40 + "**/" * 40 + "b", "a/" * 2000 + "a"),
        ("[ab]*" * 60 + "c", "ab" * 127),
    ],
)
def test_no_pattern_takes_long(line: str, path: str) -> None:
    """As regular expressions each of these takes longer than the universe is old."""
    assert not Gitignore([line]).ignores(path, folder=False)
