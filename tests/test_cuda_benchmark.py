"""The checks for a GPU, without one: on runs that are recorded, and with a device that is."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.cuda import __main__ as command
from benchmarks.cuda import checks
from benchmarks.cuda.checks import ALL, WEIGHTS, Found
from benchmarks.cuda.programs import LOOKS, Code, planned
from benchmarks.cuda.result import results
from benchmarks.cuda.runs import UNREAD, Failed, Runs
from tests.recorded_gpu import (
    ALIVE,
    DEVICE,
    LOOK,
    Change,
    Cost,
    RecordedRuns,
    both_say,
    clips,
    copies,
    growing,
    has_fault,
    moved,
    rows,
    says,
    sees,
    tells,
    waits,
    walk,
)
from torchlint.verdict import Number

GONE = {"allocation.all.allocated": 0}
WIDE = {"allocated_bytes.all.peak": 9000, "allocated_bytes.all.current": 1, "reserved_bytes.all.peak": 8192}
ON_HOST = {**growing(), "walks": [walk(step, "cpu") for step in (1, 2, 3, 4, 8, 16)]}
WRONG_BYTES = [{**walk(step), "memory": 60 * 1024 * step} for step in (1, 2, 3, 4, 8, 16)]

# What each check must not let pass: the program, and what is otherwise there.
WRONG: list[tuple[str, str, Change]] = [
    ("cuda_is_set_up_by_the_program", "training", says(set_up=[False, True])),
    ("training_is_the_same", "training", says(losses=["0x1.8000000000001p+0"])),
    ("training_is_the_same", "training", says(allocator=GONE)),
    ("training_is_the_same", "training", has_fault),
    ("allocator_is_counted", "training", both_say(allocator=WIDE)),
    ("allocator_is_counted", "training", both_say(peak=1)),
    ("growing_graph_is_confirmed", "training", sees("kept", {"chained": 1})),
    ("growing_graph_is_confirmed", "training", sees("kept", ON_HOST)),
    ("growing_graph_is_confirmed", "training", sees("kept", {}, errors=1, error="ValueError")),
    ("walk_finds_what_is_allocated", "training", sees("kept", ON_HOST)),
    ("walk_finds_what_is_allocated", "training", sees("kept", {"walks": WRONG_BYTES})),
    ("walk_finds_what_is_allocated", "training", sees("kept", {"walks": [walk(1), walk(2)]})),
    ("wait_is_confirmed", "training", sees("wait", {"devices": {"cpu": 12}})),
    ("wait_is_confirmed", "training", sees("wait", {"blocked": 0.005})),
    ("timeline_counts_the_gpu", "training", tells(memory="heap")),
    ("timeline_counts_the_gpu", "training", tells(rows=rows()[1:])),
    ("memory_is_told", "training", tells(looks=())),
    ("memory_is_told", "training", tells(rows=(*rows()[1:], replace(rows()[1], reserved=1)))),
    ("memory_is_told", "training", tells(rows=(*rows()[2:], replace(rows()[1], before=None)))),
    ("memory_is_told", "training", tells(looks=(replace(LOOK, alive=replace(ALIVE, parameters=WEIGHTS - 4)),))),
    ("memory_is_told", "training", tells(looks=(replace(LOOK, lines=()),))),
    ("memory_is_told", "training", tells(looks=(replace(LOOK, used=WEIGHTS),))),
    ("gpu_tells_its_times", "training", tells(device=None)),
    ("gpu_tells_its_times", "training", tells(device=replace(DEVICE, stretches=3))),
    ("gpu_tells_its_times", "training", tells(device=replace(DEVICE, backward=0.0))),
    ("graphs_are_captured", "graphs", says(losses=["0x1p+1"])),
    ("graphs_are_captured", "graphs", has_fault),
    ("captures_are_left_alone", "graphs", sees("captured", {}, skipped=0)),
    ("captures_are_left_alone", "graphs", sees("captured", {}, visits=3)),
    ("captures_are_left_alone", "graphs", sees("captured", {}, errors=1, error="ValueError")),
    ("streams_are_the_same", "streams", says(losses=[])),
    ("streams_are_the_same", "streams", both_say(on_its_stream=False)),
    ("streams_are_the_same", "streams", both_say(its_events_have_a_time=False)),
    ("side_stream_is_timed", "streams", tells(device=None)),
    ("pending_copy_is_confirmed", "streams", sees("copy", copies(looked=5, done=5))),
    ("copy_of_the_host_is_refuted", "streams", sees("again", copies(looked=5, pending=5))),
    ("pinned_copies_are_the_same", "pinned", both_say(pinned=[True, False])),
    ("pinned_copies_are_the_same", "pinned", both_say(pinned=[])),
    ("pinned_copies_are_the_same", "pinned", says(sums=[])),
    ("copied_bytes_are_counted", "pinned", sees("moved", moved(0))),
    ("copied_bytes_are_counted", "pinned", sees("moved", {"bytes": 1})),
    ("copied_bytes_are_counted", "pinned", sees("moved", {"device": "cpu"})),
    ("tensor_made_there_is_refuted", "pinned", sees("there", moved(4))),
    ("autocast_is_the_same", "autocast", says(scales=[512.0, 1024.0])),
    ("scaled_clip_is_confirmed", "autocast", sees("scaled", clips(unscaled=5))),
    ("scaled_clip_is_confirmed", "autocast", sees("scaled", {"scale": 2.0})),
    ("unscaled_clip_is_refuted", "autocast", sees("unscaled", clips(scaled=5, scale=1024.0))),
    ("autocast_graph_is_confirmed", "autocast", sees("kept", ON_HOST)),
    ("nothing_waits", "waits", says(in_steps=1)),
    ("nothing_waits", "waits", both_say(with_one_of_its_own=0)),
    ("waits_of_steps_are_told", "step_waits", says(losses=[])),
    ("waits_of_steps_are_told", "step_waits", waits(blocked=0.0001)),
    ("waits_of_steps_are_told", "step_waits", waits("        optimizer.step()")),
]


def outcome(name: str, runs: Runs) -> str:
    (result,) = results([check for check in ALL if check.__name__ == name], runs)
    return f"{result.outcome}: {result.says}"


def test_all_is_well_on_the_recorded_device() -> None:
    found = list(results(ALL, RecordedRuns()))
    assert [(result.name, result.says) for result in found if result.outcome != "passed"] == []
    assert all(result.expects for result in found)


@pytest.mark.parametrize(
    ("name", "program", "change"), WRONG, ids=[f"{row[0]}-{index}" for index, row in enumerate(WRONG)]
)
def test_what_is_wrong_fails(name: str, program: str, change: Change) -> None:
    assert outcome(name, RecordedRuns(program, change)).startswith("failed: ")


def test_each_check_can_fail() -> None:
    assert {check.__name__ for check in ALL} - {name for name, _, _ in WRONG} == {"overhead_is_small"}


@pytest.mark.parametrize(
    ("cost", "says"),
    [
        (Cost(), "passed: step of 10.0 ms: --verify +1.0%; --verify --verify-report +2.0%"),
        (Cost(verify=0.0004), "failed: step of 10.0 ms: --verify +4.0%"),
        (Cost(report=0.0004), "failed: step of 10.0 ms"),
        (Cost(step=0.001, verify=0.0, report=0.0), "failed: a step takes 1.0 ms only"),
        (Cost(last="0x1p+1"), "failed: the losses differ"),
    ],
    ids=["small", "verify", "report", "a quick step", "losses"],
)
def test_overhead(cost: Cost, says: str) -> None:
    assert outcome("overhead_is_small", RecordedRuns(cost=cost)).startswith(says)


def test_overhead_is_measured_in_turns() -> None:
    runs = RecordedRuns()
    list(results([checks.overhead_is_small], runs))
    there = ["plain", "verify", "report"]
    assert runs.asked == [*there, *reversed(there), *there]


def breaks(runs: Runs) -> Found:
    """It can't be run"""
    raise Failed("training: exit status 1: CUDA out of memory")


def fails(runs: Runs) -> Found:
    """It fails"""
    return Found(False, "not so")


def holds(runs: Runs) -> Found:
    """It holds"""
    return Found(True, "so", (Number("step", 10.0, "ms"),))


CUDA = SimpleNamespace(
    is_available=lambda: True,
    device_count=lambda: 1,
    get_device_properties=lambda _: SimpleNamespace(name="Recorded", major=9, minor=0, total_memory=2**30),
)
TORCH = SimpleNamespace(__version__="2.13.0", version=SimpleNamespace(cuda="12.8"), cuda=CUDA)


def test_it_goes_on_after_a_failed_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "cuda.json"
    monkeypatch.setattr(command, "torch_here", lambda: TORCH)
    monkeypatch.setattr(command, "ALL", (breaks, fails, holds))
    assert command.main(["--output", str(output)]) == 1
    written = json.loads(output.read_text(encoding="utf-8"))
    assert written["device"] == {"name": "Recorded", "capability": "9.0", "bytes": 2**30, "count": 1}
    assert (written["torch"], written["cuda"]) == ("2.13.0", "12.8")
    assert [(each["name"], each["outcome"]) for each in written["checks"]] == [
        ("breaks", "error"),
        ("fails", "failed"),
        ("holds", "passed"),
    ]
    assert written["checks"][0]["says"] == "Failed: training: exit status 1: CUDA out of memory"
    assert written["checks"][2]["expects"] == "It holds"
    assert written["checks"][2]["measured"] == [{"name": "step", "value": 10.0, "unit": "ms"}]
    assert "1 of 3 passed" in capsys.readouterr().out
    assert command.main(["--output", str(output), "--only", "holds"]) == 0


@pytest.mark.parametrize(
    ("torch", "why"),
    [
        (None, "torch is not installed for this Python"),
        (SimpleNamespace(__version__="2.13.0+cpu", version=SimpleNamespace(cuda=None)), "is built without CUDA"),
        (
            SimpleNamespace(**{**vars(TORCH), "cuda": SimpleNamespace(is_available=lambda: False)}),
            "finds no CUDA device",
        ),
    ],
    ids=["no torch", "no CUDA", "no device"],
)
def test_no_device(
    torch: Any, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "cuda.json"
    monkeypatch.setattr(command, "torch_here", lambda: torch)
    assert command.main(["--output", str(output)]) == 2
    assert why in capsys.readouterr().err
    assert not output.exists()


@pytest.mark.parametrize("name", LOOKS)
def test_each_experiment_has_a_site(name: str) -> None:
    program = planned(name)
    assert set(program.sites) == set(program.experiments)
    assert len(set(program.sites.values())) == len(program.sites)


def test_a_place_that_is_not_the_only_one() -> None:
    with pytest.raises(ValueError, match="2 times"):
        Code("a + a").at("a")


@pytest.fixture
def recorded_device(monkeypatch: pytest.MonkeyPatch) -> Runs:
    """The programs' own processes on the CPU, with a `torch.cuda` that only records."""
    before = os.environ.get("PYTHONPATH")
    paths = [str(Path(__file__).parent / "recorded_cuda"), *([before] if before else [])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    return Runs("cpu", size=64)


# What does not hang on where tensors are, by the program that it looks at.
ANYWHERE = {
    "training": ("training_is_the_same", "allocator_is_counted", "gpu_tells_its_times"),
    "graphs": ("graphs_are_captured", "captures_are_left_alone"),
    "streams": ("streams_are_the_same", "side_stream_is_timed", "copy_of_the_host_is_refuted"),
    "pinned": ("tensor_made_there_is_refuted",),
    "autocast": ("autocast_is_the_same", "scaled_clip_is_confirmed", "unscaled_clip_is_refuted"),
}


@pytest.mark.parametrize("program", ANYWHERE)
def test_the_programs_with_a_recorded_device(program: str, recorded_device: Runs) -> None:
    pytest.importorskip("torch")
    found = [outcome(name, recorded_device) for name in ANYWHERE[program]]
    assert [said for said in found if not said.startswith("passed: ")] == []


def test_the_waits_of_a_pretended_device(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent / "pretended_device"))
    assert outcome("waits_of_steps_are_told", Runs("cpu", size=64)).startswith("passed: 1 wait per step, ")


def test_the_programs_that_measure_with_a_recorded_device(recorded_device: Runs) -> None:
    pytest.importorskip("torch")
    said, seen = recorded_device.observed("steps", UNREAD, "3", "2")
    assert said["last"] == recorded_device.plain("steps", "3", "2")["last"]
    assert said["seconds"] > 0
    sites = planned("steps").sites
    assert [seen.evidence[sites[name]].observations[0].visits for name in ("total", "kept", "wait")] == [8, 8, 8]
    told = recorded_device.plain("waits")
    assert told == {"in steps": 0, "with one of its own": 0}  # here, PyTorch has nothing to warn of


def test_a_program_that_fails(recorded_device: Runs) -> None:
    pytest.importorskip("torch")
    with pytest.raises(Failed, match=r"steps: exit status 1: .*ValueError"):
        recorded_device.plain("steps", "no number", "2")
