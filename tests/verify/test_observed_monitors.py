"""Programs that all monitors hear of compute, print and return the same, also where monitors raise."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.observed_runs import Ran, observed, plainly
from tests.runtime_parts import importable, part
from torchlint.verify.plan import Plan
from torchlint.verify.session import Session

torch = pytest.importorskip("torch")
PROGRAM = Path(__file__).parent.parent / "observed" / "monitored.py"
with importable():
    MONITORS = {name: part("monitors").monitor(name) for name in sorted(part("monitors").NAMES)}
    EVENTS = part("hearing").EVENTS
    HEARD = {
        event: {
            name
            for name, kind in MONITORS.items()
            if getattr(kind, event) is not getattr(part("monitor").Monitor, event)
        }
        for event in ("begin", *EVENTS, "sightings")
    }

# Each monitor fails once at each event that it hears of: at its first in the first run, at its second in the second.
EVENTS_OF = {name: [event for event, names in HEARD.items() if name in names] for name in MONITORS}
RUNS = [
    {name: events[number] for name, events in EVENTS_OF.items() if number < len(events)}
    for number in range(max(map(len, EVENTS_OF.values())))
]
# As a distribution's own: it has to run, and here it makes monitors fail.
FAILING = """
from _torchlint import monitors
def fail(*arguments):
    raise RuntimeError("a fault of ours")
for name, event in {failing!r}.items():
    setattr(monitors.monitor(name), event, fail)
    monitors.monitor(name).on_request = frozenset()  # the program brings no monitor to ask for all of them
"""


class Both:
    """A program that is run plainly, to be run again with all monitors."""

    def __init__(self, folder: Path, *command: str) -> None:
        self.folder = folder
        self.command = (sys.executable, *command)
        shutil.copy(PROGRAM, folder)
        self.plain = plainly(folder, *self.command)
        self.weights = self.take_weights()

    def take_weights(self) -> dict[str, bytes]:
        found = {path.name: path.read_bytes() for path in sorted(self.folder.glob("weights*.pt"))}
        for path in self.folder.glob("weights*.pt"):
            path.unlink()
        return found

    def observed(self) -> tuple[Ran, Session]:
        """What the program leaves, and what the monitors have seen; the weights have to be the same."""
        plan = Plan((), {}, tuple(MONITORS), (str((self.folder / PROGRAM.name).resolve()),))
        ran, session = observed(self.folder, plan, *self.command)
        assert self.weights
        assert self.take_weights() == self.weights
        return ran, session


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    its = Both(tmp_path_factory.mktemp("alone"), "monitored.py")
    assert its.plain.status == 3
    assert its.plain.stdout.count("0x") > 10
    return its


def faults(session: Session) -> set[str]:
    return {part for process in session.processes for part in process.faults}


def test_a_program_is_the_same_with_all_monitors(both: Both) -> None:
    ran, session = both.observed()
    assert ran == both.plain
    assert not faults(session)
    seen = {name for process in session.processes for name in process.sightings}
    assert seen == set(MONITORS)


@pytest.mark.parametrize("failing", RUNS, ids=lambda failing: "-".join(sorted(set(failing.values()))))
def test_monitors_that_raise_hurt_nobody(
    failing: dict[str, str], both: Both, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(FAILING.format(failing=failing), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ran, session = both.observed()
    assert ran == both.plain
    assert faults(session) == {f"monitor {name}" for name in failing}
    for name in failing:
        assert f"observing monitor {name} failed" in " ".join(session.notes)
        assert not [process for process in session.processes if process.sightings.get(name)]


def test_each_event_is_failed_at_by_all_who_hear_of_it() -> None:
    failed = {(name, event) for failing in RUNS for name, event in failing.items()}
    assert failed == {(name, event) for event, names in HEARD.items() for name in names}


def test_a_compiled_program_with_workers_is_the_same(tmp_path: Path) -> None:
    its = Both(tmp_path, "monitored.py", "compiled")
    ran, session = its.observed()
    assert (ran.status, ran.stdout) == (its.plain.status, its.plain.stdout)
    assert not faults(session)
    seen = [each["facts"] for process in session.processes for each in process.sightings.get("compilations", ())]
    (forward,) = [facts for facts in seen if facts["function"] == "`forward`"]
    assert forward["compiled"] == forward["moments"] == forward["limit"] - 1 == 7


def test_two_ranks_are_the_same(tmp_path: Path) -> None:
    its = Both(tmp_path, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", "monitored.py")
    ran, session = its.observed()
    assert ran.status == its.plain.status != 0  # torchrun fails where its ranks end with a status
    assert sorted(ran.stdout.splitlines()) == sorted(its.plain.stdout.splitlines())
    assert set(its.weights) == {"weights0.pt", "weights1.pt"}
    assert not faults(session)
    assert {each.rank for each in session.processes if each.sightings.get("loader_share")} == {0, 1}
