"""Which lines a loop waits for: workers and processes that were sampled, and what the reports say of them."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.html_tree import parsed
from tests.observed_runs import observed, plainly, planned
from tests.recorded_runs import PATH, process, ran
from torchlint.verify.controls import Controls
from torchlint.verify.report.evidence_json import evidence_json
from torchlint.verify.report.loading_work import loading_work
from torchlint.verify.report.page import page
from torchlint.verify.report.speedscope import speedscope

TORCH = "/venv/lib/python3.12/site-packages/torch/utils/data"
LOOP = f"{TORCH}/_utils/worker.py:_worker_loop:374"
FETCH = f"{LOOP};{TORCH}/_utils/fetch.py:_MapDatasetFetcher.fetch:54"
OWN = os.path.realpath(PATH)
IDLE = f"{LOOP};/usr/lib/python3.12/multiprocessing/queues.py:Queue.get:113"
PIL = "/venv/lib/python3.12/site-packages/PIL/Image.py:Image.resize:2365"
ITEM = f"{FETCH};{OWN}:Images.__getitem__:4;{PIL}"
COLLATE = f"{FETCH};{OWN}:collate:6"
DEFAULT = f"{FETCH};{TORCH}/_utils/collate.py:default_collate:398"


def worker(pid: int, stacks: dict[str, int], while_waiting: dict[str, int], **others: Any) -> Any:
    said: dict[str, Any] = {"timeline": None, "seen": {}, "worker": pid % 2, "loads_for": 7}
    return process(pid, stacks=stacks, while_waiting=while_waiting, **{**said, **others})


WORKERS = (
    worker(8, {ITEM: 60, COLLATE: 20, IDLE: 100}, {ITEM: 30, COLLATE: 1, IDLE: 9}),
    worker(9, {ITEM: 10, DEFAULT: 10}, {ITEM: 10, DEFAULT: 9}, starting=60),
)


def test_lines_are_told_from_waiting_for_work() -> None:
    (work,) = loading_work(process(), (process(), *WORKERS))
    assert [(frame.place, line.samples, line.while_waiting) for frame, line in work.lines.items()] == [
        ("train.py:4", 70, 40),
        ("collate.py:398", 10, 9),
        ("train.py:6", 20, 1),
    ]
    assert (work.processes, work.busy, work.while_waiting, work.idle, work.starting) == (2, 100, 50, 100, 60)
    mostly = next(iter(work.lines.values())).mostly
    assert mostly is not None
    assert mostly.function == "Image.resize"


def test_a_process_that_loads_by_itself_waits_for_all_of_it() -> None:
    stack = f"{OWN}:train:3;{TORCH}/dataloader.py:_SingleProcessDataLoaderIter._next_data:785;{ITEM.split(';', 1)[1]}"
    alone = process(stacks={stack: 8, f"{OWN}:train:5": 2})
    (work,) = loading_work(alone, (alone,))
    assert [(frame.place, line.while_waiting) for frame, line in work.lines.items()] == [("train.py:4", 8)]
    assert work.processes == 0
    assert "num_workers=0" in page(ran(processes=[alone]))


def test_workers_of_other_processes_are_theirs() -> None:
    assert not loading_work(process(6), WORKERS)


def test_the_page_names_the_line_first() -> None:
    document = parsed(page(ran(processes=[process(), *WORKERS])))
    (table,) = [table for table in document.all("table", class_="lines") if "while the loop waited" in table.text]
    rows = [[cell.text for cell in (*row.all("td"), *row.all("th"))] for row in table.one("tbody").all("tr")]
    assert [row[:2] for row in rows] == [["80 %", "70 %"], ["18 %", "10 %"], ["2.0 %", "20 %"]]
    assert "Image.resize" in rows[0][2]
    assert rows[0][-1] == "train.py:4 in Images.__getitem__"
    assert "For 80 % of that, the workers were at train.py:4, in Images.__getitem__." in document.text
    assert "It took 600.0 ms until a worker was ready" in document.text
    assert "Process 8" not in document.text


def test_a_loop_that_hardly_waits_is_told_so() -> None:
    rows = tuple(replace(row, wait=1e-4) for row in process().timeline.rows)  # type: ignore[union-attr]
    timeline = replace(process().timeline, rows=rows)  # type: ignore[type-var]
    text = parsed(page(ran(processes=[process(timeline=timeline), *WORKERS]))).text
    assert "faster loading can't gain more than that" in text


def test_data_for_programs_has_the_lines_and_their_shares() -> None:
    said = json.loads(evidence_json(ran(processes=[process(), *WORKERS])))
    first, *workers = said["processes"]
    (work,) = first["loading"]
    assert [(line["line"], line["share_while_waiting"]) for line in work["lines"]] == [(4, 0.8), (398, 0.18), (6, 0.02)]
    assert {each["loads_for"] for each in workers} == {7}
    assert sum(stack["while_waiting"] for stack in workers[0]["stacks"]) == 40


def test_the_flame_graph_begins_at_the_first_step() -> None:
    both = process(set_up={f"{OWN}:<module>:1": 50})
    folded = parsed(page(ran(processes=[both]))).one("details", class_="set-up")
    assert "before the first batch, backward or step: 1.0 s" in folded.one("summary").text
    assert "open" not in folded.attributes
    assert "50 samples" in folded.one("p").text
    without = parsed(page(ran(processes=[process()])))
    assert not without.all("details", class_="set-up")
    only = parsed(page(ran(processes=[process(stacks={}, set_up={f"{OWN}:<module>:1": 50}, timeline=None)])))
    assert not only.all("details", class_="set-up")
    assert "50 samples" in only.text


def test_speedscope_gets_a_sampled_profile_for_each_process() -> None:
    """What its schema asks for: frames by number, a weight for each sample, and an end that is their sum."""
    more = worker(10, {ITEM: 5}, {})  # the next pass's worker 0
    said = json.loads(speedscope(ran(processes=[process(set_up={f"{OWN}:<module>:1": 50}), *WORKERS, more])))
    assert said["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = said["shared"]["frames"]
    assert {key: type(value) for frame in frames for key, value in frame.items()} == {
        "name": str,
        "file": str,
        "line": int,
    }
    assert [profile["name"] for profile in said["profiles"]] == [
        "process 7",
        "process 7, before its first step",
        "DataLoader worker 0 of process 7",
        "DataLoader worker 1 of process 7",
    ]
    for profile in said["profiles"]:
        assert profile["type"] == "sampled"
        assert profile["unit"] == "seconds"
        assert len(profile["samples"]) == len(profile["weights"]) > 0
        assert profile["startValue"] == 0
        assert profile["endValue"] == pytest.approx(sum(profile["weights"]))
        assert all(0 <= number < len(frames) for stack in profile["samples"] for number in stack)
    outermost = {frames[stack[0]]["name"] for stack in said["profiles"][2]["samples"]}
    assert outermost == {"_worker_loop"}
    assert said["profiles"][2]["endValue"] == pytest.approx((180 + 5) * 0.02)
    assert json.loads(speedscope(ran(processes=[])))["profiles"] == []


@pytest.mark.parametrize("words", [("0", "-", "-"), ("2", "-", "fork"), ("1", "persistent", "spawn")])
def test_lines_of_a_program(words: tuple[str, ...], tmp_path: Path) -> None:
    """4 samples of 30 ms and a collate of 30 ms a batch: 80 and 20 %, wherever they are loaded."""
    pytest.importorskip("torch")
    shutil.copy(Path(__file__).parent.parent / "observed" / "slow_loading.py", tmp_path)
    command = (sys.executable, "slow_loading.py", *words)
    controls = Controls(timeline=True, stacks=True)
    seen, session = observed(tmp_path, planned(), *command, controls=controls)
    assert seen == plainly(tmp_path, *command)
    assert seen.status == 0, seen.stderr
    (trained,) = [each for each in session.processes if each.timeline and each.timeline.rows]
    (work,) = loading_work(trained, session.processes)
    shares = {frame.line: line.samples / work.busy for frame, line in work.lines.items()}
    text = (tmp_path / "slow_loading.py").read_text(encoding="utf-8").splitlines()
    slow, less = (1 + next(n for n, line in enumerate(text) if said in line) for said in ("the slow", "less slow"))
    assert shares[slow] == pytest.approx(0.8, abs=0.1)
    assert shares[less] == pytest.approx(0.2, abs=0.1)
    assert next(iter(work.lines)).line == slow
    assert work.processes == int(words[0]) * (1 if "persistent" in words or words[0] == "0" else 2)
    assert not [stack for each in session.processes for stack in each.stacks if "_torchlint" in stack]
