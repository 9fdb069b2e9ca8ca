"""Real trainings, as they are and observed: they compute and say the same, and every marked line gets its verdict."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.launched_programs import launched, left_in
from tests.observed_runs import Ran, findings_in, observed, plainly, planned, told
from torchlint.verify.plan import Plan
from torchlint.verify.session import Session

pytest.importorskip("torch")
PROGRAMS = Path(__file__).parent.parent / "observed"
TRAIN = ("train.py", "metrics.py")

# As a distribution's own: it has to run, and here it makes every probe fail.
FAILING = """
import os, sys
import _torchlint.probes
def fail(*arguments):
    raise RuntimeError("a fault of ours")
for name in os.listdir(_torchlint.probes.__path__[0]):
    if name.endswith(".py") and name != "__init__.py":
        probe = _torchlint.probes.probe(name[:-3])
        for asked in ("visit", "awaits_backward", "backward", "awaits_step", "stepped", "lose", "end"):
            setattr(probe, asked, fail)
sys.torchlint_fails = True
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(PROGRAMS, tmp_path_factory.mktemp("runs") / "programs"))


@pytest.fixture(scope="module")
def plain(folder: Path) -> Ran:
    return plainly(folder, sys.executable, "-B", "train.py")


@pytest.fixture(scope="module")
def training(folder: Path) -> tuple[Ran, Session]:
    return observed(folder, planned(*(folder / name for name in TRAIN)), sys.executable, "train.py")


def as_wanted(folder: Path, ran: Session, *names: str, plan: Plan | None = None) -> None:
    """Whether every mark's verdict is the one that it says; the run's plan is that of these programs unless given."""
    paths = [folder / name for name in names]
    rows = told(ran, plan or planned(*paths), *paths)
    wrong = [
        f"{line}\n  {verdict}"
        for line, verdict, outcome, says in rows
        if verdict.outcome != outcome or says not in verdict.text
    ]
    assert rows
    assert not wrong, "\n".join(wrong)


def test_a_training_is_the_same(plain: Ran, training: tuple[Ran, Session]) -> None:
    assert "second time" in plain.stderr
    assert training[0] == plain


def test_verdicts(folder: Path, training: tuple[Ran, Session]) -> None:
    as_wanted(folder, training[1], *TRAIN)


def test_the_walk_finds_what_the_heap_has_grown_by(folder: Path, training: tuple[Ran, Session]) -> None:
    paths = [folder / name for name in TRAIN]
    plan = planned(*paths)
    (site,) = (plan.site_of(f) for path in paths for f, _, says in findings_in(path) if says == "activations")
    assert site is not None
    walks = [walk for walk in training[1].evidence[site].observations[0].facts["walks"] if walk["visit"] <= 8]
    first, last = walks[0], walks[-1]
    if last["memory"] is None:
        pytest.skip("nobody counts this heap")
    assert last["chained"] == 8
    walked = last["saved"] - first["saved"] + last["own"] - first["own"]
    assert walked == pytest.approx(last["memory"] - first["memory"], rel=0.05)


def test_nothing_is_left_beside_the_program(folder: Path, training: tuple[Ran, Session]) -> None:
    assert training[0].status == 1
    assert sorted(os.listdir(folder)) == sorted(path.name for path in PROGRAMS.iterdir() if path.suffix == ".py")


def test_the_crash_is_noted(training: tuple[Ran, Session]) -> None:
    assert any("RuntimeError: Trying to backward" in note for note in training[1].notes)


def test_failing_probes_hurt_nobody(folder: Path, plain: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(FAILING, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    paths = [folder / name for name in TRAIN]
    plan = planned(*paths)
    ran, session = observed(folder, plan, sys.executable, "-B", "train.py")
    assert ran == plain
    verdicts = {verdict for _, verdict, _, says in told(session, plan, *paths) if "20 executions" in says}
    (failed,) = verdicts
    assert failed.outcome == "undecided"
    assert failed.text.startswith("the probe failed ")


# In two runs: where something is compiled, what is not seen may have been reached all the same.
LOOKED_AT = (
    ("hooks", "tools"),
    ("modes", "rare", "replayed", "schedules", "steps", "structure", "values", "workers"),
)
COMMANDS = {"workers": "{python} {path}"}  # spawned workers start with the main script


class LookedAt(NamedTuple):
    """What a program leaves behind, as it is and observed, and what was observed of it and of others."""

    plain: Ran
    observed: Ran
    plan: Plan
    session: Session


@pytest.fixture(scope="module")
def looked_at(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, LookedAt]:
    """All of them, from processes that have imported torch before: that takes longer than they do."""
    found: dict[str, LookedAt] = {}
    for names in LOOKED_AT:
        paths = [folder / f"{name}.py" for name in names]
        plain, close = (tmp_path_factory.mktemp(name) for name in ("plain", "observed"))
        plan = planned(*paths)
        as_it_is = plainly(folder, *launched(plain, paths, COMMANDS))
        ran, session = observed(folder, plan, *launched(close, paths, COMMANDS))
        assert as_it_is == ran == Ran(0, "", "")
        sides = left_in(plain, paths), left_in(close, paths)
        found |= {name: LookedAt(sides[0][name], sides[1][name], plan, session) for name in names}
    return found


@pytest.mark.parametrize("name", [name for names in LOOKED_AT for name in names])
def test_what_looks_closely_sees_no_difference(folder: Path, name: str, looked_at: dict[str, LookedAt]) -> None:
    plain, observed, plan, session = looked_at[name]
    assert observed == plain
    assert observed.status == 0, observed.stderr
    assert observed.stdout
    as_wanted(folder, session, f"{name}.py", plan=plan)


def test_compiled_code_stays_whole(folder: Path) -> None:
    command = (sys.executable, "compiled.py")
    ran, session = observed(folder, planned(folder / "compiled.py"), *command)
    assert ran.status == 0, ran.stderr
    as_wanted(folder, session, "compiled.py")


def test_what_was_seen_outlives_a_kill(folder: Path) -> None:
    ran, session = observed(folder, planned(folder / "killed.py"), sys.executable, "killed.py")
    assert ran.status == -9
    assert [note.split(" ", 2)[2] for note in session.notes] == ["was killed, or ended by os._exit"]
    as_wanted(folder, session, "killed.py")
