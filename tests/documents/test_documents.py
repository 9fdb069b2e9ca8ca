"""README.md and CONTRIBUTING.md are true: what they show is what happens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rule_folders import ROOT, marked_files, marks
from tools.readme import README, refreshed
from torchlint.cli import main
from torchlint.files.source import Lines
from torchlint.lint import check
from torchlint.pack import load_pack
from torchlint.reading import read_source


def test_the_readme_shows_what_torchlint_does() -> None:
    assert README.read_text(encoding="utf-8") == refreshed(README.read_text(encoding="utf-8")), (
        "run `python -m tools.readme --write`"
    )


def walkthrough(folder: Path) -> Path:
    """The pack that CONTRIBUTING.md builds, as a folder with one rule in it."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name, body in re.findall(r"^<!-- rules/(\S+) -->\n```\w+\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body, encoding="utf-8")
    return folder


def test_the_walkthrough_in_contributing_works(tmp_path: Path) -> None:
    """The marks in the files that CONTRIBUTING.md shows hold, by the rule that it shows."""
    ((name, rule),) = load_pack(walkthrough(tmp_path)).items()
    folder = tmp_path / name.replace("-", "_")
    for path in (*marked_files(folder), folder / "good.py"):
        source = read_source(str(path))
        lines = Lines(source.text)
        found = [(lines.row(f.span.start), f.message) for f in check(source, [rule]).findings]
        wanted = marks(source.text)
        assert [row for row, _ in found] == [mark.row for mark in wanted]
        assert all(mark.says in message for mark, (_, message) in zip(wanted, found, strict=True))
    assert (folder / "README.md").read_text(encoding="utf-8") == f"# {name}\n\n{rule.summary}\n"


def test_the_settings_in_the_readme_work(tmp_path: Path) -> None:
    (settings,) = re.findall(
        r"^```toml\n(.*?)^```$", README.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    (tmp_path / "torchlint.toml").write_text(settings, encoding="utf-8")
    rule = next(walkthrough(tmp_path / "lint_rules").iterdir())
    bad = shutil.copy(rule / "bad.py", tmp_path)
    command = [sys.executable, "-m", "torchlint", "--output-format", "concise", "bad.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TORCHLINT_TRUST_PACKS": "1"}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    assert f"{Path(bad).name}:7:1: error[moved-tensor-discarded]" in run.stdout


OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
# A command line of the benchmarks, as far as it stands on one line: which module it starts, and what it is told.
BENCHMARK = re.compile(r"python -m (benchmarks[.\w]*)([^`\n]*)")
# Commands whose options are not torchlint's: the user's own, and Docker's.
COMMAND = re.compile(r"(?<= --verify -- )[^`\n]*|docker (?:run|build) [^`\n]*")


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        *(f"docs/{name}.md" for name in ("ci", "comparison", "editors", "suppressing", "verify")),
        *(f".github/ISSUE_TEMPLATE/{name}.yml" for name in ("false-alarm", "missed-mistake", "verify")),
    ],
)
def test_every_option_on_a_page_exists(page: str) -> None:
    options = {name for parameter in main.params for name in (*parameter.opts, *parameter.secondary_opts)}
    text = COMMAND.sub("", BENCHMARK.sub("", (ROOT / page).read_text(encoding="utf-8")))
    assert set(OPTION.findall(text)) <= options


def test_every_benchmark_on_a_page_takes_the_options_that_it_is_shown_with() -> None:
    shown: dict[str, set[str]] = {}
    for page in (README, ROOT / "benchmarks" / "README.md", *(ROOT / "docs").glob("*.md")):
        for module, told in BENCHMARK.findall(page.read_text(encoding="utf-8")):
            shown.setdefault(module, set()).update(OPTION.findall(told))
    assert {"benchmarks", "benchmarks.lsp"} <= shown.keys()
    for module, options in shown.items():
        command = [sys.executable, "-m", module, "--help"]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert options <= set(OPTION.findall(run.stdout)), module
