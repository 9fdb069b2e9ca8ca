"""A rule's folder is a package: what only this rule asks stands beside its rule.py, and runs when it is first used."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
import threading
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS, ROOT
from torchlint.cache.rules_key import packs_key
from torchlint.files.source import Source
from torchlint.finding import Finding
from torchlint.lint import check
from torchlint.pack import PackError, load_pack
from torchlint.rule import Rule

RULE = '''
from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="memory", severity="error")
def check(file: File) -> Findings:
    """Everything is wrong."""
    for call in detect.calls(file):
        yield finding(call, detect.MESSAGE)
'''
DETECT = '''
"""Calls that are wrong."""

from torchlint import File

from . import detect_names
from .detect_names import NAMES

MESSAGE = "{message}"
assert detect_names.NAMES is NAMES


def calls(file: File):
    return file.calls(*NAMES)
'''
NAMES = 'NAMES = ("torch.zeros",)\n'
CODE = "import torch\nx = torch.zeros(2)\n"
WITH_DETECTORS = [folder for folder in FOLDERS if (folder / "detect.py").is_file()]


def write_rule(pack: Path, *, message: str = "wrong", detect: str = DETECT, rule: str = RULE) -> Path:
    """A pack with one rule, `some_rule`, which has two files beside its rule.py."""
    folder = pack / "some_rule"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rule.py").write_text(rule)
    (folder / "detect.py").write_text(detect.replace("{message}", message))
    (folder / "detect_names.py").write_text(NAMES)
    return folder


def noted(file: Path) -> str:
    """Code that leaves a trace of each time that it runs."""
    return f"\nwith open({str(file)!r}, 'a') as trace:\n    trace.write('x')\n"


def found(rule: Rule) -> tuple[Finding, ...]:
    return check(Source("a.py", CODE), [rule]).findings


def messages(rule: Rule) -> list[str]:
    return [one.message for one in found(rule)]


def test_a_rule_reaches_the_files_beside_it(tmp_path: Path) -> None:
    write_rule(tmp_path)
    rule = load_pack(tmp_path)["some-rule"]
    assert messages(rule) == ["wrong"]
    assert rule.check is not None
    package = sys.modules[rule.check.__module__]
    assert package.__package__ == package.__name__
    assert package.__spec__ is not None
    assert (package.__spec__.parent, package.__path__) == (package.__name__, [])
    detect = sys.modules[f"{package.__name__}.detect"]
    assert (detect.__package__, detect.__doc__) == (package.__name__, "Calls that are wrong.")


def test_packs_with_rules_of_the_same_name_are_not_mixed_up(tmp_path: Path) -> None:
    """Neither while they are loaded nor when their detectors run, later on; nor with a built-in rule."""
    write_rule(tmp_path / "one", message="one")
    write_rule(tmp_path / "two", message="two")
    one, two = (load_pack(tmp_path / name)["some-rule"] for name in ("one", "two"))
    assert [*messages(two), *messages(one)] == ["two", "one"]
    name = WITH_DETECTORS[0].name
    (write_rule(tmp_path / "three", message="three")).rename(tmp_path / "three" / name)
    mine = load_pack(tmp_path / "three")[name.replace("_", "-")]
    theirs = load_pack(ROOT / "rules")[name.replace("_", "-")]
    assert messages(mine) == ["three"]
    assert check(Source("bad.py", (WITH_DETECTORS[0] / "bad.py").read_text()), [theirs]).findings


def test_a_rule_that_is_loaded_again_is_read_again(tmp_path: Path) -> None:
    folder = write_rule(tmp_path, message="first")
    first = load_pack(tmp_path)["some-rule"]
    assert messages(first) == ["first"]
    write_rule(tmp_path, message="second")
    assert messages(load_pack(tmp_path)["some-rule"]) == ["second"]
    assert messages(first) == ["first"]
    (folder / "detect.py").unlink()
    with pytest.raises(PackError, match=r"some_rule/rule\.py:4: ImportError: cannot import name 'detect'"):
        load_pack(tmp_path)


def test_a_rule_that_is_loaded_again_leaves_the_first_one_whole(tmp_path: Path) -> None:
    """A detector of the first that runs only then has the exceptions that the others of its package catch."""
    detect = """
from . import detect_late
from .detect_names import NAMES, Unknown

MESSAGE = "{message}"
asked = []


def calls(file):
    asked.append(file)
    try:
        return file.calls(*NAMES) if len(asked) == 1 else detect_late.names()
    except Unknown:
        return file.calls(*NAMES)
"""
    folder = write_rule(tmp_path, detect=detect)
    (folder / "detect_names.py").write_text(f"{NAMES}\n\nclass Unknown(Exception):\n    pass\n")
    (folder / "detect_late.py").write_text("from .detect_names import Unknown\n\n\ndef names():\n    raise Unknown\n")
    first = load_pack(tmp_path)["some-rule"]
    assert messages(first) == ["wrong"]
    assert messages(load_pack(tmp_path)["some-rule"]) == ["wrong"]
    assert messages(first) == ["wrong"]


def test_a_detector_runs_when_it_is_first_used(tmp_path: Path) -> None:
    write_rule(tmp_path, detect=DETECT + noted(tmp_path / "ran"))
    rule = load_pack(tmp_path)["some-rule"]
    assert not (tmp_path / "ran").exists()
    assert messages(rule) == messages(rule) == ["wrong"]
    assert (tmp_path / "ran").read_text() == "x"


def test_loading_the_built_in_rules_runs_no_detector() -> None:
    """Each of them would cost every run that checks anything, whether or not its rule has anything to look at."""
    code = (
        "import sys; from torchlint.pack import builtin_rules; builtin_rules()\n"
        "from torchlint.rule_package import _Lazy\n"
        "for name, module in sys.modules.items():\n"
        "    if name.startswith('torchlint.rules.') and name.count('.') == 3:\n"
        "        print(name, type(module) is _Lazy)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    detectors = [path for folder in FOLDERS for path in folder.glob("detect*.py")]
    assert detectors
    expected = [f"torchlint.rules.{path.parent.name}.{path.stem} True" for path in detectors]
    assert sorted(done.stdout.splitlines()) == sorted(expected)


def test_detectors_wait_for_the_words_of_their_rule() -> None:
    """A text in which a rule can find nothing does not even run what the rule asks."""
    code = (
        "import sys; from torchlint.pack import builtin_rules; from torchlint.lint import check\n"
        "from torchlint.files.source import Source; from torchlint.rule_package import _Lazy\n"
        "text = 'import torch\\n'\n"
        "rules = [rule for rule in builtin_rules().values() if rule.words and not any(w in text for w in rule.words)]\n"
        "check(Source('a.py', text), rules)\n"
        "for name in (rule.name.replace('-', '_') for rule in rules):\n"
        "    detect = sys.modules.get(f'torchlint.rules.{name}.detect')\n"
        "    if detect is not None: print(name, type(detect) is _Lazy)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    ran = dict(line.split() for line in done.stdout.splitlines())
    assert len(ran) > len(WITH_DETECTORS) / 2
    assert set(ran.values()) == {"True"}


def test_threads_that_ask_at_once_get_a_whole_module(tmp_path: Path) -> None:
    slow = f"import time\n{DETECT}\n\ntime.sleep(0.05)\nWORDS = MESSAGE.split()\ntime.sleep(0.05)\n"
    write_rule(tmp_path, detect=slow + noted(tmp_path / "ran"))
    rule = load_pack(tmp_path)["some-rule"]
    assert rule.check is not None
    detect = sys.modules[f"{rule.check.__module__}.detect"]
    got: list[object] = []
    threads = [threading.Thread(target=lambda: got.append(detect.WORDS)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [["wrong"]] * 4
    assert (tmp_path / "ran").read_text() == "x"


@pytest.mark.parametrize(
    ("detect", "said"),
    [
        ("x = 1\nprint(\n", "SyntaxError: '(' was never closed (detect.py:2)"),
        ("import torchlint\n\nraise ValueError('no good')\n", "ValueError: no good (detect.py:3)"),
        (
            "import re\nre.nothing\n",
            "ImportError: AttributeError: module 're' has no attribute 'nothing' (detect.py:2)",
        ),
        ("import sys\nsys.exit('bye')\n", "ImportError: SystemExit: bye (detect.py:2)"),
        ("from .. import other\n", "ModuleNotFoundError: import of torchlint.rules halted; None in sys.modules"),
        ("def calls(file):\n    return file.nothing_like_it\n", "AttributeError: 'File' object has no attribute"),
    ],
)
def test_an_error_in_a_detector(tmp_path: Path, detect: str, said: str) -> None:
    """It is the rule's, wherever it comes up, and names the file and the row that are to be mended."""
    write_rule(tmp_path, detect=detect)
    rule = load_pack(tmp_path)["some-rule"]
    for _ in range(2):  # the second file says the same
        (one,) = found(rule)
        assert one.rule == "torchlint-error"
        assert one.message.startswith(f"`some-rule` failed: {said}")
        assert "(detect.py:" in one.message
    if "calls" in detect:
        return
    eager = RULE.replace("from . import detect", "from .detect import calls")
    folder = write_rule(tmp_path, detect=detect, rule=eager)
    with pytest.raises(PackError) as caught:
        load_pack(tmp_path)
    assert caught.value.path == str(folder / "detect.py")
    assert caught.value.row == len(detect.splitlines())
    assert caught.value.reason in said or said.startswith(caught.value.reason)


def test_nothing_is_written_beside_the_detectors_of_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = write_rule(tmp_path)
    monkeypatch.syspath_prepend(folder)
    (folder / "what_it_needs.py").write_text("")
    (folder / "detect.py").write_text(f"import what_it_needs\n{DETECT}")
    before = sorted(folder.iterdir())
    assert messages(load_pack(tmp_path)["some-rule"]) == ["{message}"]
    assert sorted(folder.iterdir()) == before
    assert not sys.dont_write_bytecode


@pytest.mark.parametrize("stem", ["rule", "detect"])
def test_what_runs_is_what_can_be_read(tmp_path: Path, stem: str) -> None:
    """Python takes bytecode whose header fits; what is in a repository, or in a zip, may be made to fit."""
    write_rule(tmp_path / "other", message="hidden", rule=RULE.replace("detect.MESSAGE", "'hidden'"))
    folder = write_rule(tmp_path / "pack")
    bytecode = Path(cache_from_source(str(folder / f"{stem}.py")))
    hidden = tmp_path / "other" / "some_rule" / f"{stem}.py"
    py_compile.compile(str(hidden), str(bytecode), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert messages(load_pack(tmp_path / "pack")["some-rule"]) == ["wrong"]
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
        for path in folder.glob("*.py"):
            file.write(path, f"deep/some_rule/{path.name}")
        file.write(bytecode, f"deep/some_rule/{stem}.pyc")
    assert messages(load_pack(tmp_path / "all.zip" / "deep")["some-rule"]) == ["wrong"]


def test_a_pack_in_a_zip_has_detectors_too(tmp_path: Path) -> None:
    folder = write_rule(tmp_path)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
        for path in folder.glob("*.py"):
            file.write(path, f"deep/good/some_rule/{path.name}")
            text = "x = 1\n1 / 0\n" if path.name == "detect_names.py" else path.read_text()
            file.writestr(f"deep/bad/some_rule/{path.name}", text)
    assert messages(load_pack(tmp_path / "all.zip" / "deep" / "good")["some-rule"]) == ["wrong"]
    (one,) = found(load_pack(tmp_path / "all.zip" / "deep" / "bad")["some-rule"])
    assert one.message == "`some-rule` failed: ZeroDivisionError: division by zero (detect_names.py:2)"


def test_a_pack_with_another_detector_has_another_key(tmp_path: Path) -> None:
    keys = []
    for message in ("one", "two", "one"):
        write_rule(tmp_path, message=message)
        keys.append(packs_key([str(tmp_path)]))
    assert keys[0] == keys[2] != keys[1]
