"""`tools.release`: what it asks of the programs that build and try the extension and the image, and what it refuses."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rule_folders import ROOT
from tools.release import __main__ as release
from tools.release import archives, extension, image, stated
from tools.release.commands import Wrong
from torchlint.version import __version__

# A stand-in writes down how it was called. It prints, and ends, as the first of its answers says whose words are all
# in the command.
STAND_IN = """#!{python}
import json, os, pathlib, sys
with open({log!r}, "a") as log:
    log.write(" ".join([{name!r}, *sys.argv[1:]]) + "\\n")
for words, printed, status in {answers!r}:
    if set(words.split()) <= set(sys.argv):
        print(printed)
        sys.exit(status)
"""
FOUND = json.dumps([{"name": "loss-accumulates-graph"}])
GOOD_IMAGE = (
    ("inspect", "[torchlint]", 0),
    ("from", "container", 0),
    ("--version", f"torchlint {__version__}", 0),
    ("-c", "False", 0),
    ("--output-format=json", FOUND, 1),
)
LISTED = ("--list-extensions", f"torchlint.torchlint@{__version__}", 0)
Programs = Callable[..., None]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def programs(tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Puts stand-ins on a PATH that has git and nothing else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    git = shutil.which("git")
    assert git is not None
    (folder / "git").symlink_to(git)
    monkeypatch.setenv("PATH", str(folder))

    def put(name: str, *answers: tuple[str, str, int], text: str = "") -> None:
        lines = STAND_IN.format(python=sys.executable, name=name, log=str(log), answers=answers)
        (folder / name).write_text(lines + text, encoding="utf-8")
        (folder / name).chmod(0o755)

    return put


def packed(path: Path, version: str = __version__, without: str = "") -> Path:
    """A .vsix with what ours has."""
    described = (
        '<PackageManifest xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">'
        f'<Metadata><Identity Id="torchlint" Version="{version}"/></Metadata>'
        '<Assets><Asset Path="extension/package.json"/><Asset Path="extension/readme.md"/></Assets></PackageManifest>'
    )
    files = {
        "extension.vsixmanifest": described,
        "extension/package.json": (ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"),
        "extension/readme.md": "# torchlint",
        "extension/icon.png": "",
        "extension/dist/extension.js": "",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name in files.keys() - {without}:
            archive.writestr(name, files[name])
    return path


def asked(**given: object) -> argparse.Namespace:
    return argparse.Namespace(**{"tag": None, "check": True, "base": None, "without": [], **given})


@pytest.mark.parametrize("name", ["docker", "podman"])
def test_the_image_is_built_and_used(name: str, programs: Programs, log: Path, tmp_path: Path) -> None:
    programs(name, *GOOD_IMAGE)
    assert release.image_made(True, "base:1", tmp_path) == f"the image ({name})"
    calls = [line.replace(str(tmp_path), "PLACE") for line in log.read_text(encoding="utf-8").splitlines()]
    ours = f"torchlint-check-{os.getpid()}"
    begun = f"{name} run --rm --volume PLACE/project:/src"
    asked_of_it = "--isolated --no-cache --output-format=json"
    layers = "--layers=false " if name == "podman" else ""
    assert calls == [
        f"{name} version",
        f"{name} build {layers}--tag {ours} --build-arg BASE=base:1 {ROOT}",
        f"{begun} {ours} --version",
        f"{begun} {ours} {asked_of_it} examples/",
        f"{begun} {ours} {asked_of_it} --since HEAD .",
        f"{begun} --entrypoint python3 {ours} -c {image.HAS_TORCH}",
        f"{name} rmi {ours}",
    ]


def test_buildah_runs_the_entry_point_in_a_container(programs: Programs, log: Path, tmp_path: Path) -> None:
    programs("docker", ("version", "", 1))  # its daemon does not run
    programs("buildah", *GOOD_IMAGE)
    assert release.image_made(False, None, tmp_path) == "the image (buildah)"
    calls = log.read_text(encoding="utf-8").splitlines()
    assert f"buildah build --tag torchlint {ROOT}" in calls
    assert f"buildah run --volume {tmp_path}/project:/src container -- torchlint --version" in calls
    assert calls.count("buildah from torchlint") == calls.count("buildah rm container") == 4
    assert not [call for call in calls if call.startswith("buildah rmi")]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (("--version", "torchlint 0.0.0", 0), "--version prints 'torchlint 0.0.0'"),
        (("-c", "True", 0), "torch came along"),
        (("examples/", "[]", 1), "finds nothing with examples/"),
        (("--since", FOUND, 2), "exit status 2"),
    ],
)
def test_an_image_that_is_not_good(
    answer: tuple[str, str, int], says: str, programs: Programs, log: Path, tmp_path: Path
) -> None:
    programs("docker", answer, *GOOD_IMAGE)
    with pytest.raises(Wrong, match=says):
        release.image_made(True, None, tmp_path)
    assert log.read_text(encoding="utf-8").splitlines()[-1].startswith("docker rmi ")


def test_the_files_that_the_image_reads_are_somebody_elses(programs: Programs, tmp_path: Path) -> None:
    programs("docker")
    folder = image.foreign_repository(tmp_path / "project")
    assert (folder / "examples").is_dir()
    assert folder.stat().st_uid != 0


def test_the_extension_is_made_of_what_a_clone_has(programs: Programs, log: Path, tmp_path: Path) -> None:
    programs("npm", text='if "package" in sys.argv: pathlib.Path("torchlint.vsix").write_text(pathlib.Path().name)\n')
    package = extension.build(tmp_path)
    assert package.is_relative_to(tmp_path)
    assert log.read_text(encoding="utf-8").splitlines() == ["npm ci --no-audit --no-fund", "npm run package"]
    assert not (package.parent / "node_modules").exists()
    assert (package.parent / "src/extension.ts").is_file()


@pytest.mark.parametrize("name", extension.EDITORS)
def test_an_editor_installs_the_extension(name: str, programs: Programs, log: Path, tmp_path: Path) -> None:
    unpack = (
        "import zipfile\n"
        'if "--install-extension" in sys.argv:\n'
        "    place = pathlib.Path(sys.argv[2])\n"
        "    with zipfile.ZipFile(sys.argv[-1]) as archive:\n"
        '        archive.extractall(place / "unpacked")\n'
        f'    (place / "unpacked/extension").rename(place / "torchlint.torchlint-{__version__}-universal")\n'
    )
    programs("node")
    programs(name, LISTED, text=unpack)
    assert extension.tried(packed(tmp_path / "torchlint.vsix"), tmp_path) == f"installed in {name}"
    main = f"{tmp_path}/extensions/torchlint.torchlint-{__version__}-universal/dist/extension.js"
    assert log.read_text(encoding="utf-8").splitlines()[-1] == f"node load.cjs {main}"


def test_an_editor_that_does_not_list_the_extension(programs: Programs, tmp_path: Path) -> None:
    programs("code", ("--list-extensions", "torchlint.torchlint@0.0.0", 0))
    with pytest.raises(Wrong, match=r"code does not list torchlint\.torchlint@"):
        extension.tried(packed(tmp_path / "torchlint.vsix"), tmp_path)


def test_without_an_editor_the_extension_is_loaded(programs: Programs, log: Path, tmp_path: Path) -> None:
    programs("node")
    how = extension.tried(packed(tmp_path / "torchlint.vsix"), tmp_path)
    assert how == "loaded, but not installed: there is no code, codium or code-server"
    assert log.read_text(encoding="utf-8") == f"node load.cjs {tmp_path}/unpacked/extension/dist/extension.js\n"
    assert 'name === "vscode"' in (tmp_path / "load.cjs").read_text(encoding="utf-8")
    programs("node", ("load.cjs", "Error: it exports no function", 1))
    with pytest.raises(Wrong, match="it exports no function"):
        extension.tried(tmp_path / "torchlint.vsix", tmp_path)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"version": "0.0.0"}, "the .vsix is of version 0.0.0"),
        ({"without": "extension/dist/extension.js"}, "the .vsix has no extension/dist/extension.js"),
        ({"without": "extension/icon.png"}, "the .vsix has no extension/icon.png"),
        ({"without": "extension/readme.md"}, "the .vsix has no extension/readme.md"),
    ],
)
def test_an_extension_that_is_not_good(changed: dict[str, str], says: str, programs: Programs, tmp_path: Path) -> None:
    programs("node")
    with pytest.raises(Wrong, match=says):
        extension.tried(packed(tmp_path / "torchlint.vsix", **changed), tmp_path)


def test_what_has_no_program_is_not_tried(programs: Programs) -> None:
    programs("node")
    assert release.not_to_try([]) == {
        "playground": "no npm",
        "extension": "no npm",
        "image": "no docker, podman or buildah",
    }
    assert release.not_to_try(["image"]) == {"image": "--without", "playground": "no npm", "extension": "no npm"}
    programs("npm")
    programs("podman")
    assert release.not_to_try([]) == {}


def test_notes_that_are_too_long_for_a_release(monkeypatch: pytest.MonkeyPatch) -> None:
    length = len(stated.agreed(None))
    monkeypatch.setattr(stated, "MOST_NOTES", length)
    assert len(stated.agreed(None)) == length
    monkeypatch.setattr(stated, "MOST_NOTES", length - 1)
    with pytest.raises(Wrong, match=f"has {length} characters; GitHub takes {length - 1}$"):
        stated.agreed(None)


def test_notes_link_into_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "](docs/" not in stated.agreed(None)
    monkeypatch.setattr(stated, "REPOSITORY", "https://example.org/torchlint")
    assert f"](https://example.org/torchlint/blob/v{__version__}/docs/symptoms.md)" in stated.agreed(None)


def test_a_tag_needs_everything_tried(programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs("npm")
    programs("node")
    monkeypatch.setattr(release, "agreed", lambda tag: "")
    with pytest.raises(Wrong, match=r"not tried: image: no docker.* To release without: --without image$"):
        release.release(asked(tag=f"v{__version__}"), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"bin", "log"}  # it is known before anything is built


def test_a_check_tells_at_its_end_what_was_not_tried(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "agreed", lambda tag: "")
    monkeypatch.setattr(release, "run", lambda *command: "")
    monkeypatch.setattr(archives, "tried", lambda archive, place: None)

    def build(folder: Path) -> list[Path]:
        folder.mkdir()
        (folder / "torchlint.whl").touch()
        return [folder / "torchlint.whl"]

    monkeypatch.setattr(archives, "build", build)
    release.release(asked(without=["extension"]), tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        f"torchlint {__version__} is good: torchlint.whl, site",
        "not tried: extension: --without",
        "not tried: playground: no node and no npm",
        "not tried: image: no docker, podman or buildah",
    ]
