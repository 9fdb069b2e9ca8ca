"""The cache is data that anybody may have made: what is not sealed with this user's key is no finding and no path."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cache.test_cache import MODEL, PLAIN, TRAIN, write
from tests.command import run
from torchlint.cache.key import Seals, seals
from torchlint.cache.location import APPLICATION, location, made
from torchlint.cache.store import Store

FORMAT = ("-j1", "-q", "--select=ALL", "--suspected", "--output-format=json")
FOUND = "loss-accumulates-graph"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a training, and the file that it imports."""
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "project"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", folder], check=True)
    write(folder / "train.py", TRAIN)
    write(folder / "model.py", MODEL)
    monkeypatch.chdir(folder)
    return folder


def kept(project: Path) -> Path:
    """The file of its cache."""
    (file,) = (project / ".torchlint_cache").glob("*.sqlite")
    return file


def look() -> tuple[int, str]:
    ran = run(*FORMAT, ".")
    return ran.status, ran.out + ran.err


def is_reported_again() -> bool:
    """Whether a run checks nothing, in a way that can be seen: the model need not be loaded for it."""
    before = kept(Path.cwd()).read_bytes()
    run(*FORMAT, ".")
    return before == kept(Path.cwd()).read_bytes()


@pytest.mark.parametrize("name", ["database", ".gitignore", "CACHEDIR.TAG"])
def test_no_file_of_it_is_a_link(project: Path, tmp_path: Path, name: str) -> None:
    """A database of the user's lost all its tables."""
    victim = tmp_path / "victim"
    with sqlite3.connect(victim) as connection:
        connection.execute("CREATE TABLE logins (name)")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    before = victim.read_bytes()
    first = look()
    place = kept(project) if name == "database" else project / ".torchlint_cache" / name
    if name != "database":
        kept(project).unlink()
    place.unlink()
    place.symlink_to(victim)
    assert look() == first
    assert name == "database" or not list((project / ".torchlint_cache").glob("*.sqlite"))
    assert (victim.read_bytes(), place.is_symlink()) == (before, True)
    place.unlink()
    place.symlink_to(tmp_path / "made_by_lint")
    assert look() == first
    assert not (tmp_path / "made_by_lint").exists()
    place.unlink()
    os.link(victim, place)  # an archive may hold these, too
    assert look() == first
    assert victim.read_bytes() == before


def test_no_folder_of_it_is_a_link(project: Path, tmp_path: Path) -> None:
    first = look()
    shutil.move(project / ".torchlint_cache", tmp_path / "elsewhere")
    before = {file: file.read_bytes() for file in (tmp_path / "elsewhere").iterdir()}
    (project / ".torchlint_cache").symlink_to(tmp_path / "elsewhere")
    assert look() == first
    write(project / "model.py", PLAIN)
    assert look() != first
    assert run("--clean").status == 2
    assert {file: file.read_bytes() for file in (tmp_path / "elsewhere").iterdir()} == before
    (tmp_path / "out").mkdir()
    (project / "build").symlink_to(tmp_path / "out")
    run(*FORMAT, "--cache-dir=build/cache", ".")
    assert not list((tmp_path / "out").iterdir())


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_not_even_another_cache_is_written_through_a_link(
    project: Path, tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    first = look()
    place, other = kept(project), tmp_path / "other.sqlite"
    place.rename(other)
    link(place, other)
    before = other.read_bytes()
    write(project / "model.py", PLAIN)
    assert look() != first
    assert other.read_bytes() == before


@pytest.mark.parametrize("named", [[], ["--cache-dir=build/cache"]])
@pytest.mark.parametrize("path", [".", "train.py"])
def test_what_git_tracks_is_not_opened(project: Path, named: list[str], path: str) -> None:
    first = run(*FORMAT, *named, path).out
    folder = project / ("build/cache" if named else ".torchlint_cache")
    file = next(folder.glob("*.sqlite"))
    before = file.read_bytes()
    subprocess.run(["git", "add", "-f", folder], check=True)
    assert run(*FORMAT, *named, path).out == first
    write(project / "model.py", PLAIN)
    assert run(*FORMAT, *named, path).out != first
    assert file.read_bytes() == before


def test_a_file_that_is_not_torchlints_is_left_alone(project: Path) -> None:
    """Neither emptied nor deleted, whatever is wrong with it: text, a database, one with tables of its own."""
    first = look()
    place = kept(project)
    own = place.read_bytes()
    place.unlink()
    with sqlite3.connect(place) as connection:
        connection.execute("CREATE TABLE logins (name)")
    foreign = place.read_bytes()
    with sqlite3.connect(place) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    for data in (b"no database", foreign, place.read_bytes(), own[:60] + bytes(40) + own[100:]):
        place.write_bytes(data)
        assert look() == first
        assert place.read_bytes() == data
    place.write_bytes(own[:100] + b"\xff" * (len(own) - 100))  # torchlint's, and damaged
    assert look() == first
    assert look() == first
    assert is_reported_again()


def test_what_a_schema_would_run_is_not_run(project: Path) -> None:
    first = look()
    with sqlite3.connect(kept(project)) as connection:
        connection.execute("CREATE TRIGGER t AFTER UPDATE ON results BEGIN DELETE FROM results; END")
    before = kept(project).read_bytes()
    write(project / "model.py", PLAIN)
    assert look() != first
    assert kept(project).read_bytes() == before


def test_a_cache_of_another_key_neither_hides_findings_nor_is_opened(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that came with an archive, so that git does not track it; everything in it is as torchlint writes it."""
    first = look()
    theirs = kept(project)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "their_state"))
    with sqlite3.connect(theirs) as connection:
        connection.execute("UPDATE results SET found = ''")
    before = theirs.read_bytes()
    assert look() == first
    assert theirs.read_bytes() == before
    (ours,) = set((project / ".torchlint_cache").glob("*.sqlite")) - {theirs}
    shutil.copy(theirs, ours)  # as if they had known the name
    assert look() == first
    assert look() == first


@pytest.mark.parametrize("harm", ["found = ''", "stamps = ''", "states = x''", "asked = ''", "digest = digest || '0'"])
def test_a_result_that_was_changed_is_none(project: Path, harm: str) -> None:
    look()
    write(project / "model.py", PLAIN)
    anew = run("-n", *FORMAT, ".").out
    with sqlite3.connect(kept(project)) as connection:
        connection.execute(f"UPDATE results SET {harm}")
    assert look()[1] == anew


def test_rows_that_were_exchanged_or_deleted_hide_nothing(project: Path) -> None:
    """The state of one file in the place of another's, answers that are gone, digests of files that have changed."""
    look()
    original = kept(project).read_bytes()
    new = MODEL.replace("nn.Linear(3, 2)", "nn.Linear(2, 2)")
    write(
        project / "model.py", new.replace("F.cross_entropy(scores, labels)", "F.cross_entropy(scores, labels).item()")
    )
    anew = run("-n", *FORMAT, ".").out
    stat = (project / "model.py").stat()
    for harm in (
        "UPDATE states SET digest = (SELECT digest FROM states WHERE path = 'train.py'), path = 'train.py'",
        "UPDATE states SET path = 'nothing.py', digest = ''",
        "DELETE FROM answers",
        "DELETE FROM states",
        f"UPDATE files SET changed = {stat.st_mtime_ns}, size = {stat.st_size} WHERE path = 'model.py'",
        "UPDATE answers SET kept = (SELECT kept FROM answers LIMIT 1)",
        "UPDATE meta SET value = '[]' WHERE key LIKE 'rules%'",
        "UPDATE meta SET seal = x'00'",
        "UPDATE results SET used = 'never'",
        "UPDATE results SET path = 'model.py'",
        'UPDATE imports SET kept = \'[["../../etc/passwd", "*"]]\'',
    ):
        kept(project).write_bytes(original)
        with sqlite3.connect(kept(project)) as connection:
            connection.execute(harm)
        assert look()[1] == anew, harm
        assert look()[1] == anew, harm
        if not list((project / ".torchlint_cache").glob("*.sqlite")):
            look()  # it was damaged, and is begun anew


def test_answers_that_were_taken_out_hide_nothing(project: Path) -> None:
    """What a result hangs on besides texts; without any, it would hold for ever."""
    write(project / "other.py", "import torch\n\n\ndef load(path):\n    return torch.load(path)\n")
    write(project / "requirements.txt", "torch==2.7\n")
    look()
    write(project / "requirements.txt", "torch==1.7\n")
    with sqlite3.connect(kept(project)) as connection:
        connection.execute("UPDATE answers SET kept = ?", (zlib.compress(b"[]"),))
    assert look()[1] == run("-n", *FORMAT, ".").out


def test_no_byte_of_it_changes_what_is_told(project: Path) -> None:
    """Flipped anywhere, before and after something was edited: the same is told as without a cache."""
    first = look()
    original = kept(project).read_bytes()
    file = kept(project)
    used = [at for at, byte in enumerate(original) if byte and at >= 100]
    choose = random.Random(1)
    for round_ in range(40):
        data = bytearray(original)
        for at in choose.sample(used, 1 if round_ % 2 else 5):
            data[at] ^= 1 << choose.randrange(8)
        file.write_bytes(bytes(data))
        assert look() == first, round_
        assert look() == first, round_


@pytest.mark.parametrize("change", ["found", "page"])
def test_no_page_is_read_because_a_cache_names_it(project: Path, tmp_path: Path, change: str) -> None:
    """Even where whoever made the cache had the key: the words of a rule are those of its own page."""
    (tmp_path / "id_rsa").write_text("top secret")
    sarif = ("-j1", "-q", "--output-format=sarif", ".")
    first = run(*sarif).out
    assert FOUND in first
    sealed = seals(str(project / ".torchlint_cache"), is_ours=False)
    assert sealed is not None
    with sqlite3.connect(kept(project)) as connection:
        for key, value in connection.execute("SELECT key, value FROM meta WHERE key LIKE 'rules%'").fetchall():
            assert "README.md" not in value
            text = value.replace(f'"{FOUND}"', f'"../../{tmp_path.name}/id_rsa"') if change == "page" else value
            values = (text, sealed.of("meta", key, text), key)
            connection.execute("UPDATE meta SET value = ?, seal = ? WHERE key = ?", values)
    assert "top secret" not in run(*sarif).out


def test_clean_deletes_what_torchlint_made_and_nothing_else(project: Path, tmp_path: Path) -> None:
    look()
    folder = project / ".torchlint_cache"
    for name in ("mine.txt", "0123456789abcdef01234567.sqlite"):
        (folder / name).write_text("mine")
        ran = run("--clean")
        assert (ran.status, f"contains a file that torchlint did not write: {name}" in ran.err) == (2, True)
        assert (folder / name).read_text() == "mine"
        (folder / name).unlink()
    assert not list(folder.glob("*.sqlite"))
    (tmp_path / "victim").write_text("mine")
    (folder / "fedcba987654321001234567.sqlite").symlink_to(tmp_path / "victim")
    assert run("--clean").status == 2
    assert (tmp_path / "victim").read_text() == "mine"
    (folder / "fedcba987654321001234567.sqlite").unlink()
    assert run("--clean").status == 0
    assert not folder.exists()


def test_where_no_key_can_be_kept_nothing_is(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project / "file", "")
    monkeypatch.setenv("XDG_STATE_HOME", str(project / "file"))
    assert look()[0] == 1
    assert not list((project / ".torchlint_cache").glob("*.sqlite"))
    monkeypatch.setenv("TORCHLINT_CACHE_KEY", "said in CI")
    look()
    assert is_reported_again()
    monkeypatch.setenv("TORCHLINT_CACHE_KEY", "another")
    look()
    assert len(list((project / ".torchlint_cache").glob("*.sqlite"))) == 2


def test_a_folder_outside_of_every_project_has_its_key_beside_it(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What CI restores on another machine is believed there: no checkout can bring a file to that place."""
    folder = tmp_path / "cache"
    run(*FORMAT, "--cache-dir", str(folder), ".")
    assert (folder / "cache-key").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another_machine"))
    run(*FORMAT, "--cache-dir", str(folder), ".")
    assert len(list(folder.glob("*.sqlite"))) == 1
    inside = project / "cache"
    shutil.copytree(folder, inside)
    assert made(str(inside), str(project)) is not None
    assert made(str(inside), str(project)).of("x") != made(str(folder), str(project)).of("x")  # type: ignore[union-attr]
    assert run("--clean", "--cache-dir", str(folder)).status == 0
    assert not folder.exists()


def test_the_key_is_made_once_and_for_its_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    one, two = (seals(location(str(tmp_path), None), is_ours=False) for _ in range(2))
    assert one is not None
    assert two is not None
    assert one.of("x", 1) == two.of("x", 1) != one.of("x", "1")
    (key,) = (tmp_path / "state" / "torchlint").iterdir()
    assert (key.stat().st_mode & 0o777, key.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    key.write_bytes(b"short")
    assert seals(location(str(tmp_path), None), is_ours=False) is None


def test_files_that_nobody_asks_for_go(project: Path) -> None:
    look()
    folder = project / ".torchlint_cache"
    for number in range(6):
        copy = folder / f"{number:024x}.sqlite"
        shutil.copy(kept_first := sorted(folder.glob("*.sqlite"))[0], copy)
        os.utime(copy, (number, number + time.time()))
        assert kept_first.exists()
    (folder / f"{9:024x}.sqlite").write_text("not torchlint's")
    assert run(*FORMAT, "--cache-dir", str(folder), ".").status == 1
    for file in folder.glob("*.sqlite"):
        if file.stat().st_size and not file.name.startswith("0" * 20):
            file.unlink()
    look()
    assert len(list(folder.glob("*.sqlite"))) == 5  # the new one, three that are not as old, and one that is not ours


def test_a_store_makes_nothing_of_rows_without_a_seal(tmp_path: Path) -> None:
    ask: Callable[[], Store] = lambda: Store(str(tmp_path / "a.sqlite"), "code", Seals(b"key"))  # noqa: E731
    store = ask()
    store.note("graph", "one")
    store.close()
    store = ask()
    assert store.meta("graph") == "one"
    store.close()
    with sqlite3.connect(tmp_path / "a.sqlite") as connection:
        connection.execute("UPDATE meta SET value = 'two' WHERE key = 'graph'")
    assert ask().meta("graph") == ""
