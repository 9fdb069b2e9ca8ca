"""Only regular files are read, and no more than so much of each; what a link leads to outside of a project is left."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import run
from torchlint.files.regular_file import LARGEST, leads_out, read_regular
from torchlint.files.source import Source, Unwritable
from torchlint.reading import write_source

BAD = """import torch
from torch.nn.functional import cross_entropy
from helper import f


def train(model: torch.nn.Module, loader: torch.utils.data.DataLoader):
    opt = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x, y in loader:
        loss = cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss
    return total
"""
FOUND = ["a.py:14:9 loss-accumulates-graph"]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has none of these files")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text(BAD)
    monkeypatch.chdir(folder)
    return folder


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


# What a run asks of a project, each of which hung it or took all memory where it was no file.
NAMES = (
    *("helper.py", "helper.ipynb", ".gitignore", "requirements.txt", "setup.cfg", "pyproject.toml", "torchlint.toml"),
    *("environment.yml", "helper/__init__.py", "docker/requirements.txt"),
)


@pytest.mark.parametrize("make", [_fifo, _device, _socket])
@pytest.mark.parametrize("is_in_git", [False, True])
def test_what_is_no_regular_file_is_not_read(here: Path, make: Callable[[Path], None], is_in_git: bool) -> None:
    """In another process, with little memory and time: where it fails, it fails as it would for a user."""
    for name in NAMES:
        if is_in_git and name == ".gitignore":
            continue  # git itself reads it: that is tried below
        (here / name).parent.mkdir(exist_ok=True)
        os.chdir((here / name).parent)
        make(here / name)
    os.chdir(here)
    if is_in_git:
        subprocess.run(["git", "init", "-q"], check=True)
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000,) * 2)\n"
        "from torchlint.cli import main\nmain(['-n', '-j1', '-q', '--output-format=concise', '.'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.count("loss-accumulates-graph") == 1
    assert done.stdout.startswith("a.py:14:9")


@pytest.mark.parametrize("name", ["fifo.py", "zero.ipynb", "socket.py", "folder.py"])
def test_what_was_named_and_is_no_regular_file_is_a_finding(here: Path, name: str) -> None:
    _fifo(here / "fifo.py")
    _device(here / "zero.ipynb")
    _socket(here / "socket.py")
    (here / "folder.py").mkdir()
    ran = run("--output-format=concise", "-q", name)
    if name == "folder.py":
        assert (ran.status, ran.out) == (0, "")
    else:
        assert ran.status == 1
        assert "unreadable-file" in ran.out
        assert "not a regular file" in ran.out


def test_no_more_than_so_much_is_read(here: Path) -> None:
    for name in ("large.py", "large.ipynb"):
        with open(here / name, "wb") as file:
            file.truncate(LARGEST + 1)  # as an archive may hold it in a few bytes
        assert "larger than 20 MB" in run("--output-format=concise", "-q", name).out
    with open(here / "pyproject.toml", "wb") as file:
        file.truncate(LARGEST + 1)
    assert "larger than 20 MB" in run("a.py").err
    ran = run("--isolated", "-", stdin=b"#" * (LARGEST + 1))
    assert (ran.status, "standard input: larger than 20 MB" in ran.err) == (2, True)


def test_the_size_is_that_of_what_is_read(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_regular("a.py") == BAD.encode()
    assert read_regular("a.py", most=len(BAD)) == BAD.encode()
    with pytest.raises(OSError, match="larger than"):
        read_regular("a.py", most=len(BAD) - 1)
    if os.path.exists("/proc/self/status"):  # a regular file whose size is 0
        assert b"Name:" in read_regular("/proc/self/status")
        with pytest.raises(OSError, match="larger than"):
            read_regular("/proc/self/status", most=100)
    true_stat = os.fstat

    def smaller(handle: int) -> os.stat_result:
        found = true_stat(handle)
        return os.stat_result((*found[:6], 10, *found[7:10])) if stat.S_ISREG(found.st_mode) else found

    monkeypatch.setattr("os.fstat", smaller)  # it has grown since
    with pytest.raises(OSError, match="larger than"):
        read_regular("a.py", most=100)


def test_a_gitignore_that_is_a_link_counts_no_more_than_for_git(here: Path) -> None:
    (here / "ignored").write_text("a.py\n")
    (here / ".gitignore").symlink_to("ignored")
    assert run("--show-files").out == "a.py\n"


def test_a_link_that_leads_out_is_checked_where_it_is_named_only(here: Path, tmp_path: Path) -> None:
    """A report quotes code: nothing of a user's gets into that because a checkout has a link to it."""
    (tmp_path / "secret.txt").write_text("import torch\npassword = (\n")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "c.py").write_text("import torch\npassword = (\n")
    (here / "b.py").symlink_to(tmp_path / "secret.txt")
    (here / "inside.py").symlink_to("a.py")
    (here / "folder").symlink_to(tmp_path / "outside")
    for _ in range(2):
        ran = run("-n", "--output-format=full", ".")
        assert "password" not in ran.out
        assert run("--show-files").out == "a.py\n"
        subprocess.run(["git", "init", "-q"], check=True)
    assert "password" in run("-n", "b.py").out
    assert run("--show-files", "folder").out == "folder/c.py\n"
    assert not leads_out("inside.py", str(here))


def test_an_index_that_names_files_elsewhere_leads_nowhere(here: Path, tmp_path: Path) -> None:
    """Git lists what the index of an unpacked archive says, through links and above the root."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "cc.py").write_text(BAD)
    subprocess.run(["git", "init", "-q"], check=True)
    (here / "link").mkdir()
    (here / "link" / "cc.py").write_text(BAD)
    subprocess.run(["git", "add", "link/cc.py", "a.py"], check=True)
    (here / "link" / "cc.py").unlink()
    (here / "link").rmdir()
    (here / "link").symlink_to(tmp_path / "outside")
    assert run("--show-files").out == "a.py\n"
    from torchlint.files.git_files import _is_inside

    assert [_is_inside(name) for name in ("a.py", "../a.py", "b/../../a.py", "/a.py", "a..py")] == [True] + [
        False
    ] * 3 + [True]


@pytest.mark.parametrize("option", ["--fix", "--diff", "--add-ignore=reason"])
def test_what_a_link_leads_to_elsewhere_is_not_fixed(here: Path, tmp_path: Path, option: str) -> None:
    far = tmp_path / "elsewhere" / "far.py"
    far.parent.mkdir()
    far.write_text(BAD)
    (here / "link.py").symlink_to(far)
    arguments = (option, "--unsafe-fixes") if option != "--add-ignore=reason" else (option,)
    ran = run("-n", "--isolated", *arguments, "link.py")
    assert far.read_text() == BAD
    assert ran.status == 2
    assert f"link.py: not fixed: this is a link to {far}, outside the project; pass that file instead" in ran.err
    assert "+++" not in ran.out
    assert run("-n", "--isolated", *arguments, str(far)).status != 2


def test_a_link_that_was_put_in_the_place_of_a_file_is_not_written_through(here: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text(BAD)
    victim.chmod(0o600)
    source = Source("a.py", BAD)
    real = os.path.realpath("a.py")
    (here / "a.py").unlink()
    (here / "a.py").symlink_to(victim)
    from torchlint.files.source import replace_file

    replace_file(real, b"new\n")  # as if the link had come after the last look
    assert (victim.read_text(), stat.S_IMODE(victim.stat().st_mode)) == (BAD, 0o600)
    assert (here / "a.py").read_text() == "new\n"
    _fifo(here / "b.py")
    with pytest.raises(Unwritable, match="a FIFO"):
        write_source(Source("b.py", ""), source)


def test_a_baseline_that_leads_elsewhere_is_not_written(here: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    (tmp_path / "victim").write_text("mine\n")
    (here / ".torchlint-baseline.json").symlink_to(tmp_path / "victim")
    (here / "report.json").symlink_to(tmp_path / "victim")
    assert run("-n", "--write-baseline", ".").status == 2
    assert run("-n", "--output-format=json:report.json", ".").status == 2
    assert (tmp_path / "victim").read_text() == "mine\n"


def test_an_import_leads_to_nothing_above_the_project(here: Path, tmp_path: Path) -> None:
    from torchlint.project.project_files import ProjectFiles

    (tmp_path / "above.py").write_text("x = 1\n")
    (here / "pack").mkdir()
    (here / "pack" / "b.py").write_text("")
    repository = ProjectFiles(str(here), lambda path: "")
    assert repository.resolve(str(here / "pack" / "b.py"), 2, "a") == str(here / "a.py")
    assert repository.resolve(str(here / "pack" / "b.py"), 3, "above") is None


def test_folders_in_folders_and_links_in_circles_end(here: Path) -> None:
    folder = here
    for _ in range(1200):  # about as deep as a path may be
        folder = folder / "d"
    made = os.getcwd()
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    Path("deep.py").write_text("import torch\n")
    os.chdir(made)
    (here / "d" / "loop").symlink_to("..")
    try:
        assert "deep.py" in run("--show-files").out
        assert run("-n", "-q", "--exclude=x/*", ".").status == 1
    finally:
        subprocess.run(["rm", "-rf", "d"], check=True)


def test_any_name_of_a_file_is_checked_and_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    (here / "a.py").unlink()
    names = [b"a\nb.py", b"c\xff.py", b":(e).py", b"--fix.py"]
    for name in names:
        with open(name, "wb") as file:
            file.write(BAD.encode())
    for _ in range(2):
        ran = run("--output-format=concise", ".")
        assert (ran.status, ran.out.count("loss-accumulates-graph"), ran.err) == (1, len(names), "")


@pytest.mark.parametrize("line", ["*a" * 20 + "*b", "*a?" * 20 + "*b", "*?" * 20 + "b", "*[ab]" * 20 + "c"])
def test_a_pattern_does_not_try_all_ways_to_divide_a_name(here: Path, line: str) -> None:
    (here / ("a" * 200 + ".py")).write_text("")
    (here / ".gitignore").write_text(line)
    started = time.monotonic()
    assert run("--show-files").out == f"a.py\n{'a' * 200}.py\n"
    assert time.monotonic() - started < 10
