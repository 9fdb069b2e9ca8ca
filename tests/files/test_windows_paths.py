"""Paths and commands as Windows writes them: `ntpath` stands in for `os.path`, and nothing is looked up on a disk."""

from __future__ import annotations

import ntpath
import os
from types import SimpleNamespace

import pytest

from torchlint.files import paths
from torchlint.settings import patterns
from torchlint.settings.keys import ConfigError, Layer, check
from torchlint.settings.patterns import Patterns


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows, with `work` on drive C as the working directory."""
    fake = SimpleNamespace(path=ntpath, sep="\\", name="nt", getcwd=lambda: r"C:\work")
    monkeypatch.setattr(paths, "os", fake)
    monkeypatch.setattr(patterns, "os", fake)


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("path", "base", "expected"),
    [
        (r"C:\work\src\a.py", r"C:\work", "src/a.py"),
        (r"c:\Work\src\A.py", r"C:\work", "src/A.py"),  # an editor writes the drive in lower case
        (r"C:\worker\a.py", r"C:\work", None),
        (r"D:\work\a.py", r"C:\work", None),
        ("C:\\a.py", "C:\\", "a.py"),
        (r"\\server\share\a.py", r"\\server\share", "a.py"),
        (r"\\server\shared\a.py", r"\\server\share", None),
    ],
)
def test_a_path_below_a_folder(path: str, base: str, expected: str | None) -> None:
    assert paths.relative(path, base) == expected
    assert paths.is_below(path, base) == (expected is not None)


@pytest.mark.usefixtures("windows")
def test_a_path_as_people_read_it() -> None:
    assert paths.shown(r"c:\work\src\a.py") == "src/a.py"
    assert paths.shown(r"D:\data\a.py") == r"D:\data\a.py"


@pytest.mark.usefixtures("windows")
def test_a_baseline_on_another_drive_has_whole_paths() -> None:
    assert paths.from_folder(r"C:\work\src\a.py", r"C:\work\lint") == "../src/a.py"
    assert paths.from_folder(r"D:\src\a.py", r"C:\work") == "D:/src/a.py"
    assert ntpath.normpath(ntpath.join(r"C:\work", "D:/src/a.py")) == r"D:\src\a.py"  # as it is read again


def test_a_command_is_quoted_for_the_shell_at_hand(windows: None, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("torchlint", "--trust", r"C:\my work", "it's")
    assert paths.command_line(words) == r"""torchlint --trust "C:\my work" it's"""
    monkeypatch.setattr(paths, "os", os)
    assert paths.command_line(words) == r"""torchlint --trust 'C:\my work' 'it'"'"'s'"""


@pytest.mark.usefixtures("windows")
def test_patterns_match_paths_with_backslashes() -> None:
    excluded = Patterns(r"C:\work", ("/build/*.py", "generated"))
    assert excluded.match(r"c:\work\build\a.py")
    assert excluded.match(r"C:\work\src\generated\a.py")
    assert not excluded.match(r"C:\work\src\build\a.py")


@pytest.mark.parametrize(
    ("line", "is_refused"),
    [(r"src\generated", True), (r"src\\\gen", True), (r"\#file", False), (r"a\ ", False), (r"what\?.py", False)],
)
def test_a_pattern_with_the_folders_of_windows_is_refused(line: str, is_refused: bool) -> None:
    layer = Layer("torchlint.toml", "/project", {"exclude": [line]})
    if is_refused:
        with pytest.raises(ConfigError, match="write `/` between folders"):
            check(layer)
    else:
        check(layer)
