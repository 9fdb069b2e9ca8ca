"""Every rule folder is its own test: all that is marked is found, fixed bad.py is good.py, and good.py is clean."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rule_folders import CONFIRMED, FOLDERS, RULES, RUN_RULES, Mark, marked_files, marks, name_of, without_marks
from tests.rules.rule_programs import RulePrograms
from torchlint.authoring.rule_tests import BY_ITSELF, Flaw, Run, Setting, bad_flaws, fix_flaws, good_flaws, mark_flaws
from torchlint.files.source import Source
from torchlint.finding import Finding
from torchlint.reading import read_source
from torchlint.runner.rule_runs import found_by_running

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from torchlint.rule import Rule

Pack = dict[str, "Rule"]

# The programs of this rule wait for a device that the tests pretend: what they find is the same on a GPU.
PRETENDING = "host_waits_for_device"
DEVICE = {"CUDA_VISIBLE_DEVICES": "0", "PYTHONPATH": str(RULES.parent / "tests" / "pretended_device")}


def with_torch(paths: Iterable[Path]) -> list[ParameterSet]:
    """Paths as parameters, which say of what is run that it is."""
    run = set(RUN_RULES)
    return [
        pytest.param(path, marks=(pytest.mark.torch,) if not run.isdisjoint((path, *path.parents)) else ())
        for path in paths
    ]


each_folder = pytest.mark.parametrize("folder", with_torch(FOLDERS), ids=name_of)
each_marked_file = pytest.mark.parametrize(
    "path",
    with_torch(path for folder in FOLDERS for path in marked_files(folder)),
    ids=lambda path: str(path.relative_to(RULES)),
)
# How programs are run one after the other, each as if it were the only one.
# What the programs have made is never taken down: PyTorch 2.13 waits for ever where a model in DistributedDataParallel
# goes while gloo's thread lets go of its last reduction, for which each needs the lock that the other has.
RUN = """
import os, runpy, sys, torch
torch.set_num_threads(1)
made = []
for program in sys.argv[1:]:
    print(program, file=sys.stderr)
    torch.manual_seed(0)
    torch.set_grad_enabled(True)
    made.append(runpy.run_path(program, run_name="__main__"))
sys.stdout.flush()
os._exit(0)
"""


class Programs(Setting):
    """Finds in a program once what all tests of this file look at."""

    def found_by(self, source: Source, rule: Rule) -> tuple[Finding, ...]:
        """The findings of a rule in a program as it is in the rule's folder."""
        if source not in FOUND:
            FOUND[source] = super().found_by(source, rule)
        return FOUND[source]


FOUND: dict[Source, tuple[Finding, ...]] = {}


@pytest.fixture(scope="module")
def run(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs the programs of all rules together, apart from those for which a device is pretended."""
    monitors = {rule.monitor for rule in pack.values() if rule.monitor}

    def together(folders: Iterable[Path], environment: dict[str, str]) -> RulePrograms:
        paths = [path for folder in folders for path in (*marked_files(folder), folder / "good.py")]
        return RulePrograms(tmp_path_factory.mktemp("run"), paths, monitors, environment)

    usual = together((folder for folder in RUN_RULES if folder.name != PRETENDING), {})
    pretending = together([RULES / PRETENDING], DEVICE)
    return lambda source, rule: (pretending if rule is pack[name_of(RULES / PRETENDING)] else usual)(source, rule)


@pytest.fixture(scope="module")
def programs(run: Run) -> Setting:
    return Programs(run=run)


def told(flaws: Iterable[Flaw]) -> str:
    return "\n".join(map(str, flaws))


@each_marked_file
def test_what_is_marked_is_found_and_nothing_else(path: Path, pack: Pack, programs: Setting) -> None:
    rule = pack[name_of(RULES / path.relative_to(RULES).parts[0])]
    assert not (said := told(mark_flaws(path, rule, programs))), said


@each_folder
def test_messages_as_users_read_them_have_style(folder: Path, pack: Pack, programs: Setting) -> None:
    for path in marked_files(folder):
        for finding in programs.found_by(read_source(str(path)), pack[name_of(folder)]):
            said = finding.message
            assert "\n" not in said, said
            assert not said.endswith("."), f"no full stop: {said}"
            clause = said.partition("; ")[0]  # the one that stands alone; names can be long
            assert len(clause) <= 120, f"{len(clause)} characters: {clause}"
            assert said.count("`") % 2 == 0, f"a name lacks a backtick: {said}"


@each_folder
def test_bad_is_found(folder: Path) -> None:
    assert any(mark.sure for mark in marks((folder / "bad.py").read_text(encoding="utf-8")))
    assert not told(bad_flaws(folder))


@each_folder
def test_good_is_clean(folder: Path, pack: Pack, programs: Setting) -> None:
    assert not (said := told(good_flaws(folder, pack[name_of(folder)], programs))), said


@pytest.mark.torch
def test_a_program_by_itself_is_found_in_as_with_all_others(pack: Pack, run: Run) -> None:
    """As `--test-rules` runs it."""
    source, rule = read_source(str(RULES / "gradients_all_zero" / "bad.py")), pack["gradients-all-zero"]
    alone = found_by_running(source, rule)
    assert alone
    assert alone == run(source, rule)


@pytest.mark.torch
def test_a_program_that_fails_is_told(pack: Pack, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    (finding,) = found_by_running(read_source(str(tmp_path / "bad.py")), pack["gradients-all-zero"])
    assert finding.message == "the program failed: its status is 3"


@each_folder
def test_fixed_bad_is_good(folder: Path, pack: Pack) -> None:
    assert not (said := told(fix_flaws(folder, pack[name_of(folder)]))), said


@pytest.mark.torch
def test_bad_and_good_run(tmp_path: Path) -> None:
    """They are programs, not snippets: in one process, so that torch is imported once.

    The others are run where they are observed, and have to end well there.
    """
    observed = {folder / name for folder in RUN_RULES for name in ("bad.py", "good.py")}
    observed |= {folder / "bad.py" for folder in FOLDERS if name_of(folder) in CONFIRMED}
    programs = [p for folder in FOLDERS for p in (folder / "bad.py", folder / "good.py") if p not in observed]
    # A process group leaves threads behind, and a DataLoader that forks beside threads may wait for ever.
    programs.sort(key=lambda program: "init_process_group" in program.read_text(encoding="utf-8"))
    run = subprocess.run(
        [sys.executable, "-c", RUN, *programs], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_one_place_has_one_finding(pack: Pack) -> None:
    """Where two rules could speak, the more specific one does; who asks for rules that are off gets theirs as well."""
    rules = [rule for rule in pack.values() if rule.default]
    twice = []
    for folder in FOLDERS:
        source = read_source(str(folder / "bad.py"))
        for one, other in combinations(BY_ITSELF.found(source, *rules), 2):
            if one.span == other.span:
                twice.append(f"{one.path}: {one.message} / {other.message}")
    assert not twice, "\n".join(twice)


def test_marks_are_read() -> None:
    text = "\n".join(
        [
            "a += b  # finding: keeps the graph",
            "c = d",
            "e += f  # suspected: keeps `f`  # refuted",
            "g(h)  # finding: one # finding: two",
            "i = j  # findings are told elsewhere",
        ]
    )
    assert marks(text) == [
        Mark(1, "keeps the graph", sure=True, refuted=False),
        Mark(3, "keeps `f`", sure=False, refuted=True),
        Mark(4, "one", sure=True, refuted=False),
        Mark(4, "two", sure=True, refuted=False),
    ]
    assert without_marks(text).split("\n") == [
        "a += b",
        "c = d",
        "e += f",
        "g(h)",
        "i = j  # findings are told elsewhere",
    ]


@pytest.mark.parametrize("line", ["a += b  # finding", "a += b  # suspected:"])
def test_a_mark_without_words_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="row 1"):
        marks(line)


def test_folders_and_rules_are_the_same(pack: Pack) -> None:
    assert list(pack) == [name_of(folder) for folder in FOLDERS]
