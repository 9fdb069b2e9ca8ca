"""What a start may cost: modules that are never imported, and those that only some runs need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Slow to import, and not needed for any answer.
# (libcst.metadata is not in the list: `import libcst` brings it along.)
NEVER = (
    "asyncio",
    "concurrent",
    "email",
    "http",
    "importlib.metadata",
    "jsonschema",
    "libcst.codemod",
    "libcst.matchers",
    "logging",
    "multiprocessing",
    "numpy",
    "pygments",
    "rich",
    "ssl",
    "torch",
    "unittest",
)

BAD = """\
import torch


def train(loader):
    total = 0
    for loss in loader:
        loss.backward()
        total += loss
"""
CONFIG = "[tool.torchlint]\nselect = ['memory']\nexclude = ['gen/**']\nper-file-ignores = {'tests/*' = ['ALL']}\n"


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    Path("bad.py").write_text(BAD)
    Path("other.py").write_text("import os\nprint(os)\n")


def imported(*arguments: str) -> set[str]:
    """The modules that a run of the command imports, beyond those that click brings along."""
    code = (
        "import sys, click; before = set(sys.modules); from torchlint.cli import main\n"
        f"try: main({list(arguments)!r})\n"
        "finally: print('imported', *set(sys.modules) - before, file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment, input=""
    )
    assert done.returncode in (0, 1), done.stderr
    return set(done.stderr.rpartition("imported ")[2].split())


def are_in(modules: set[str], *packages: str) -> set[str]:
    return {name for name in modules if any(name == each or name.startswith(f"{each}.") for each in packages)}


EVERYTHING = (
    ["--version"],
    ["--help"],
    ["--explain", "unused-ignore"],
    ["--explain", "all", "--output-format", "json"],
    ["--list-rules"],
    ["--show-settings"],
    ["--show-files"],
    ["other.py"],
    ["."],
    ["bad.py", "--output-format", "json"],
    ["bad.py", "--diff", "--unsafe-fixes"],
    ["bad.py", "--fix", "--show-fixes", "--statistics"],
    ["-"],
)


@pytest.mark.parametrize("arguments", EVERYTHING, ids=" ".join)
def test_what_no_run_imports(arguments: list[str]) -> None:
    Path("pyproject.toml").write_text(CONFIG)
    modules = imported(*arguments)
    assert "torchlint.cli" in modules
    assert not are_in(modules, *NEVER)


@pytest.mark.parametrize(
    "arguments",
    [arguments for arguments in EVERYTHING if "bad.py" not in arguments and arguments != ["."]],
    ids=" ".join,
)
def test_what_only_torch_code_needs(arguments: list[str]) -> None:
    Path("pyproject.toml").write_text(CONFIG)
    assert not are_in(imported(*arguments), "libcst")


def test_torch_code_needs_it() -> None:
    assert are_in(imported("bad.py"), "libcst", "torchlint.flow") > {"libcst", "torchlint.flow"}


def test_a_file_without_torch_needs_no_rules() -> None:
    modules = imported("other.py")
    assert not are_in(
        modules,
        "torchlint.syntax",
        "torchlint.flow",
        "torchlint.queries",
        "torchlint.pack",
        "torchlint.fixing",
        "torchlint.suppression.suppress",
    )
    assert not are_in(modules, "torchlint.report.full", "torchlint.report.json_")
    assert not are_in(modules, "tomllib", "tomli", "json", "difflib", "subprocess", "tempfile", "pathlib")


def test_only_a_version_specifier_needs_what_reads_it() -> None:
    Path("bad.py").write_text("import torch\nprint(torch.symeig)\n")
    Path("requirements.txt").write_text("torch\n")
    assert not are_in(imported("bad.py"), "packaging")
    Path("requirements.txt").write_text("torch>=2.1\n")
    assert are_in(imported("bad.py"), "packaging")
    Path("torchlint.toml").write_text("required-version = '>=0.0.1'\n")
    assert are_in(imported("other.py"), "packaging")


def test_only_a_run_of_the_users_program_needs_what_runs_it() -> None:
    for arguments in (["bad.py"], ["bad.py", "--fix", "--output-format", "json"], ["other.py"], ["--help"]):
        assert not are_in(imported(*arguments), "torchlint.verify", "torchlint.verify.report.last_lines", "shlex")
    assert "torchlint.verify.session" in imported("bad.py", "--verify", "--", sys.executable, "-c", "")


def test_a_question_about_torchlint_needs_little() -> None:
    modules = imported("--version")
    assert are_in(modules, "torchlint") <= {
        "torchlint",
        "torchlint.cli",
        "torchlint.cli_completion",
        "torchlint.cli_options",
        "torchlint.cli_verify",
        "torchlint.cli_values",
        "torchlint.cli_words",
        "torchlint.files",
        "torchlint.files.paths",
        "torchlint.finding",
        "torchlint.report",
        "torchlint.report.streams",
        "torchlint.report.style",
        "torchlint.rule",
        "torchlint.settings",
        "torchlint.settings.did_you_mean",
        "torchlint.settings.keys",
        "torchlint.settings.patterns",
        "torchlint.version",
        "torchlint.working_directory",
    }
