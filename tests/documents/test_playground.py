"""The playground: what its archive holds and answers. `python -m tools.playground --check` tries it under Pyodide."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.rule_folders import FOLDERS
from tools import site
from tools.playground import __main__ as check
from tools.playground import files
from tools.playground.in_browser import answer

FOUND = ["softmax-before-cross-entropy", "missing-zero-grad", "loss-accumulates-graph", "eval-without-no-grad"]


def asked(text: str, *, every: bool = False, fix: str = "") -> dict[str, Any]:
    return json.loads(answer(json.dumps({"text": text, "all": every, "fix": fix})))  # type: ignore[no-any-return]


def test_the_example_shows_findings_with_and_without_fixes() -> None:
    shown = asked(check.example())
    assert [one["rule"] for one in shown["findings"]] == FOUND
    assert [bool(one["fix"]) for one in shown["findings"]] == [False, False, True, True]
    assert shown["text"] == check.example()
    summed = shown["findings"][2]
    assert "total_loss += loss" in check.example().splitlines()[summed["line"] - 1]
    assert summed["diff"].endswith("total_loss += loss.detach()\n")


def test_fixes_are_applied() -> None:
    safe, unsafe = (asked(check.example(), fix=kind) for kind in ("safe", "unsafe"))
    assert [one["rule"] for one in safe["findings"]] == [*FOUND[:2], FOUND[3]]
    assert [one["rule"] for one in unsafe["findings"]] == FOUND[:2]
    assert "@torch.no_grad()\ndef evaluate" in unsafe["text"]


def test_all_rules_say_more() -> None:
    code = "import torch\n\n\ndef put(x: torch.Tensor):\n    x.cuda()\n    print(x.item() if x.sum() > 0 else x)\n"
    assert len(asked(code, every=True)["findings"]) >= len(asked(code)["findings"]) > 0


def test_the_archive_works_alone_and_without_libcst(tmp_path: Path) -> None:
    files.write(tmp_path)
    with zipfile.ZipFile(tmp_path / "torchlint.zip") as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "unpacked")
    assert {f"torchlint/rules/{folder.name}/rule.py" for folder in FOLDERS} <= names
    assert not [name for name in names if re.search(r"\.pyc$|/bad\.py$|/cases/", name)]
    request = json.dumps({"text": check.example(), "all": True, "fix": ""})
    code = (
        "import sys; sys.path.insert(0, 'unpacked'); sys.modules['libcst'] = None; sys.modules['click'] = None\n"
        "import in_browser; print(in_browser.answer(sys.argv[1]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, request], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert json.loads(ran.stdout) == json.loads(answer(request))


def test_the_page_loads_one_version_from_one_address() -> None:
    page = site.pages()[files.PAGE]
    assert f'data-pyodide="https://cdn.jsdelivr.net/pyodide/v{files.VERSION}/full/"' in page
    assert 'data-pyodide="pyodide/"' in site.pages("pyodide/")[files.PAGE]
    loaded = [path.read_text(encoding="utf-8") for path in (files.HERE / "web").iterdir()]
    assert not [text for text in loaded if re.search(r"https?:", text)]


@pytest.mark.parametrize("given", [{"findings": [], "text": ""}, {}])
def test_another_answer_is_wrong(given: Any) -> None:
    request = json.dumps({"text": check.example(), "all": False, "fix": ""})
    check.same_answer("Node", json.loads(answer(request)), request)
    with pytest.raises(check.Wrong, match="Node answers"):
        check.same_answer("Node", given, request)
