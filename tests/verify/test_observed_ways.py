"""Ways to run a file other than to start with it or to import it: it is looked at, or the verdict says why not."""

from __future__ import annotations

import sys
import zipapp
from pathlib import Path

import pytest

from tests.observed_runs import findings_in, observed, plainly, planned
from torchlint.verify.judge import verdict
from torchlint.verify.plan import Plan

PYTHON = sys.executable
SUMS = """\
'''Adds.'''
import sys


def work(values):
    total = 0
    for value in values:
        total += value  # undecided
    return total


print(work(range(6)), __name__, sys.argv[1:])
"""
# A program that runs sums.py in its own way.
RUNS = {
    "spec.py": "import importlib.util\nspec = importlib.util.spec_from_file_location('conf', 'sums.py')\n"
    "module = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(module)\n",
    "loader.py": "import types\nfrom importlib.machinery import SourceFileLoader\n"
    "SourceFileLoader('conf', 'sums.py').exec_module(types.ModuleType('conf'))\n",
    "compiled.py": "exec(compile(open('sums.py').read(), 'sums.py', 'exec'))\n",
    "compiled_bytes.py": "exec(compile(open('sums.py', 'rb').read(), 'another', 'exec'), {'__name__': 'name'})\n",
    "console.py": "import codeop\nexec(codeop.Compile()(open('sums.py').read(), 'sums.py', 'exec'))\n",
    "becomes.py": "import os, sys\nos.execv(sys.executable, [sys.executable, 'sums.py', 'one'])\n",
    "path.py": "import runpy\nrunpy.run_path('sums.py', run_name='name')\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sums.py").write_text(SUMS)
    for name, text in RUNS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__main__.py").write_text("import sums\n")
    (tmp_path / "app" / "sums.py").write_text(SUMS)
    zipapp.create_archive(tmp_path / "app", tmp_path / "app.pyz")
    return tmp_path


def plan_of_sums(folder: Path) -> Plan:
    return planned(folder / "sums.py")


@pytest.mark.parametrize(
    "command",
    [
        *((name,) for name in RUNS),
        ("app.pyz", "one"),
        ("-m", "cProfile", "-o", "profile", "sums.py", "one"),
        ("-m", "trace", "--count", "--missing", "-C", "counts", "sums.py"),
        ("-m", "IPython", "sums.py", "one"),
        ("-m", "IPython", "-c", "%run sums.py one"),
    ],
    ids=" ".join,
)
def test_a_file_that_something_else_compiles_is_looked_at(folder: Path, command: tuple[str, ...]) -> None:
    ran, its = observed(folder, plan_of_sums(folder), PYTHON, *command)
    assert ran == plainly(folder, PYTHON, *command)
    assert ran.status == 0, ran.stderr
    assert [seen.visits for evidence in its.evidence.values() for seen in evidence.observations] == [6]


def test_a_file_that_is_a_program_is_looked_at(folder: Path) -> None:
    (folder / "sums.py").write_text(f"#!{PYTHON}\n{SUMS}")
    (folder / "sums.py").chmod(0o755)
    ran, its = observed(folder, plan_of_sums(folder), "./sums.py", "one")
    assert ran == plainly(folder, "./sums.py", "one")
    assert ran.stdout == "15 __main__ ['one']\n"
    assert [seen.visits for evidence in its.evidence.values() for seen in evidence.observations] == [6]


def test_a_debugged_file_is_looked_at(folder: Path) -> None:
    (folder / ".pdbrc").write_text("continue\nquit\n")
    ran, its = observed(folder, plan_of_sums(folder), PYTHON, "-m", "pdb", "sums.py", "one")
    assert "15 __main__ ['one']" in ran.stdout, ran
    assert [seen.visits for evidence in its.evidence.values() for seen in evidence.observations] == [6]


@pytest.mark.parametrize(
    ("text", "outcome", "why"),
    [
        ("exec(open('sums.py').read())", "undecided", "ran in a way that can't be observed"),
        ("import ast\nast.parse(open('sums.py').read())", "not reached", "no process imported or ran this file"),
        ("import sys\nsys.argv[:] = ['x']\nprint(len(open('sums.py').read()))", "not reached", "no process imported"),
    ],
    ids=["executed text", "parsed", "read"],
)
def test_what_ran_unseen_is_not_called_not_reached(folder: Path, text: str, outcome: str, why: str) -> None:
    (folder / "runs.py").write_text(text + "\n")
    ran, its = observed(folder, plan_of_sums(folder), PYTHON, "runs.py")
    assert ran == plainly(folder, PYTHON, "runs.py")
    ((finding, _, _),) = findings_in(folder / "sums.py")
    assert finding.proof is not None
    (evidence,) = its.evidence.values()
    its_verdict = verdict(finding.proof, evidence)
    assert its_verdict.outcome == outcome
    assert why in its_verdict.text


# A checked script that has a file run by a loader of its own.
OWN_LOADER = """
import gc, importlib.util, sys, types
from importlib.machinery import SourceFileLoader

class Loader(SourceFileLoader):
    pass

spec = importlib.util.spec_from_file_location("sums", "sums.py", loader=Loader("sums", "sums.py"))
sys.modules["sums"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["sums"])
functions = [each for each in gc.get_objects() if type(each) is types.FunctionType]
print(sum(each.__name__ == "<lambda>" and each.__module__ == "_torchlint.run_texts" for each in functions), "hooks")
total = 0
for value in range(3):
    total += value  # undecided
"""


@pytest.mark.parametrize(("more", "hooks"), [("", "0 hooks"), ("exec('pass')\n", "1 hooks")])
def test_a_checked_script_is_listened_to_where_it_may_run_text(folder: Path, more: str, hooks: str) -> None:
    """Each `id()` would be told of as well, and torch calls it for each parameter in each step."""
    (folder / "main.py").write_text(OWN_LOADER + more)
    ran, its = observed(folder, planned(folder / "main.py", folder / "sums.py"), PYTHON, "main.py")
    assert hooks in ran.stdout, ran
    assert [evidence.file for evidence in its.evidence.values()] == ["rewritten", "unseen"]


# What has been installed, and was not checked: it runs a file by its text.
RUNNER = """
def run(path):
    with open(path) as file:
        exec(file.read(), {"__name__": "sums"})
"""


@pytest.mark.parametrize("runner", [RUNNER, RUNNER.replace("exec(", "getattr(__import__('builtins'), 'exec')(")])
def test_a_text_that_installed_code_runs_is_not_called_not_reached(folder: Path, runner: str) -> None:
    """Neither the script nor any other checked file says `exec`."""
    (folder / "site-packages").mkdir()
    (folder / "site-packages" / "runner.py").write_text(runner)
    (folder / "main.py").write_text(
        "import sys\nsys.path.append('site-packages')\nimport runner\nrunner.run('sums.py')\n"
        "total = 0\nfor value in range(3):\n    total += value  # undecided\n"
    )
    ran, its = observed(folder, planned(folder / "main.py", folder / "sums.py"), PYTHON, "main.py")
    assert ran == plainly(folder, PYTHON, "main.py")
    assert [evidence.file for evidence in its.evidence.values()] == ["rewritten", "unseen"]


def test_a_file_on_standard_input_is_not_called_not_reached(folder: Path) -> None:
    shell = ("bash", "-c", f"{PYTHON} < sums.py")
    ran, its = observed(folder, plan_of_sums(folder), *shell)
    assert ran == plainly(folder, *shell)
    assert ran.stdout == "15 __main__ []\n"
    assert [evidence.file for evidence in its.evidence.values()] == ["unseen"]


def test_compile_is_as_it_was_for_all_other_code(folder: Path) -> None:
    """It inherits imports from `__future__`, tells its errors, and takes every kind of source."""
    (folder / "compiles.py").write_text(
        "from __future__ import annotations\nimport ast\n"
        "names = {}\nexec(compile('def f(a: unknown): pass', 'made', 'exec'), names)\n"
        "print(names['f'].__annotations__)\n"
        "print(eval(compile('1 + 1', 'made', 'eval')), eval(compile(ast.parse('4', mode='eval'), '', 'eval')))\n"
        "exec(compile(b'print(3)', 'made', 'exec', dont_inherit=True, optimize=0))\n"
        "try:\n    compile('1 +', 'made', 'exec')\nexcept SyntaxError as error:\n    print(error)\n"
        "try:\n    compile('x' * 10, 'made', 'other')\nexcept ValueError as error:\n    print(error)\n"
    )
    ran, _ = observed(folder, plan_of_sums(folder), PYTHON, "compiles.py")
    assert ran == plainly(folder, PYTHON, "compiles.py")
    assert ran.stdout.startswith("{'a': 'unknown'}\n2 4\n3\n")


FAILING = """\
from _torchlint import plan
def fail(*arguments):
    raise RuntimeError("a fault of ours")
plan.of_text = plan.of_file = plan.may_be_file = fail
"""


@pytest.mark.parametrize("command", [("spec.py",), ("compiled.py",), ("path.py",), ("-c", "import sums")], ids=" ".join)
def test_what_fails_to_recognise_files_leaves_them_undecided(
    folder: Path, command: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path_factory.mktemp("site")
    (place / "sitecustomize.py").write_text(FAILING)
    plain = plainly(folder, PYTHON, *command)
    monkeypatch.setenv("PYTHONPATH", str(place))
    ran, its = observed(folder, plan_of_sums(folder), PYTHON, *command)
    assert ran == plain
    assert ran.status == 0, ran.stderr
    assert [evidence.file for evidence in its.evidence.values()] == ["failed"]
    assert any("observing files failed in " in note for note in its.notes)
