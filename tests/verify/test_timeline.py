"""How time becomes rows, by a clock that only moves when told to; and how functions come to tell of themselves."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.runtime_parts import importable, part


@pytest.fixture
def runtime() -> Iterator[None]:
    with importable():
        yield


class Clock:
    """A timeline, and the seconds between what it hears."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.written: list[dict[str, Any]] = []
        module = part("timeline")
        monkeypatch.setattr(module.time, "perf_counter", lambda: self.now)
        monkeypatch.setattr(module.memory, "counter", lambda: "heap")
        monkeypatch.setattr(module.memory, "used_bytes", lambda: int(self.now))
        monkeypatch.setattr(module.evidence, "write", lambda kind, **said: self.written.append({"kind": kind, **said}))
        module.start_anew()
        self.timeline = module.now()
        self.iterator = SimpleNamespace(_num_yielded=0)

    def hear(self, *words: str) -> None:
        """`fetch:1 came:2 backward:3`: what begins, and after how many seconds the next thing does."""
        timeline, iterator = self.timeline, self.iterator
        calls: dict[str, Callable[[], None]] = {
            "fetch": lambda: timeline.batch_asked(iterator),
            "came": lambda: timeline.batch_came(iterator),
            "ended": lambda: timeline.batch_came(iterator),
            "backward": lambda: timeline.backward_begins([]),
            "done": timeline.backward_ends,
            "step": lambda: timeline.step_begins(None),
            "stepped": lambda: timeline.step_ends(None),
        }
        for word in words:
            name, _, after = word.partition(":")
            iterator._num_yielded += name == "came"
            calls[name]()
            self.now += float(after or 0)

    def rows(self) -> list[list[Any]]:
        """End, steps, batches, waiting, forward, backward, optimizer, other, memory."""
        self.timeline.finish()
        rows: list[list[Any]] = self.written[-1]["rows"]
        return rows


@pytest.fixture
def clock(runtime: None, monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


STEP = "fetch:1 came:2 backward:4 done:8 step:16 stepped:32".split()


def test_a_step_has_its_parts(clock: Clock) -> None:
    clock.hear(*STEP, *STEP, "fetch:64", "ended")
    # What lies between backward and the step, clipping for example, and after the step, is neither.
    assert clock.rows() == [[31, 1, 1, 1, 2, 4, 16, 8, 131], [94, 1, 1, 1, 2, 4, 16, 8 + 32, 194]]


def test_batches_that_are_not_trained_on_are_rows(clock: Clock) -> None:
    clock.hear(*STEP, "fetch:1", "came:2", "fetch:1", "came:2", "fetch:1", "ended:5", *STEP)
    rows = clock.rows()
    assert [row[1:3] for row in rows] == [[1, 1], [0, 1], [0, 1], [1, 1]]
    assert [row[3:8] for row in rows[1:]] == [[1, 0, 0, 0, 34], [1, 0, 0, 0, 2], [2, 2, 4, 16, 5 + 8]]


def test_gradients_of_several_batches_make_one_row(clock: Clock) -> None:
    clock.hear("fetch:1", "came:2", "backward:4", "done:8", *STEP)
    assert [row[1:8] for row in clock.rows()] == [[1, 2, 2, 4, 8, 16, 8 + 8]]


def test_two_optimizers_share_a_batch(clock: Clock) -> None:
    """What leads to a backward is its forward, also right after a step."""
    clock.hear(*STEP, "backward:4", "done:8", "step:16", "stepped:32")
    assert [row[1:8] for row in clock.rows()] == [[1, 1, 1, 2, 4, 16, 8], [1, 0, 0, 32, 4, 16, 8]]


def test_a_step_may_differentiate(clock: Clock) -> None:
    """L-BFGS calls a closure; a backward inside another one, as of a checkpoint, is part of that."""
    clock.hear("step:1", "backward:2", "backward:2", "done:2", "done:4", "backward:2", "done:4", "stepped:8")
    assert [row[1:8] for row in clock.rows()] == [[1, 0, 0, 0, 8, 9, 0]]


def test_a_loader_inside_a_loader_is_part_of_the_wait(clock: Clock) -> None:
    clock.hear("fetch:1", "fetch:1", "came:1", "backward:1", "done:1", "came:2", "backward:4", "done")
    assert [row[1:8] for row in clock.rows()] == [[0, 1, 5, 2, 4, 0, 0]]


def test_what_is_begun_is_told_as_far_as_it_went(clock: Clock) -> None:
    clock.hear("backward:4", "done:100")
    assert clock.rows() == [[4, 0, 0, 0, 0, 4, 0, 0, 204]]


def test_nothing_is_told_of_nothing(clock: Clock) -> None:
    clock.timeline.finish()
    assert not clock.written


def test_many_rows_become_fewer_and_lose_nothing(clock: Clock) -> None:
    number = 2600
    for _ in range(number):
        clock.hear(*STEP)
    rows = clock.rows()
    assert 400 < len(rows) <= 1000
    assert {row[1] for row in rows[:-1]} == {4}
    sums = [sum(column) for column in zip(*rows)]
    assert sums[1:7] == [number, number, number, 2 * number, 4 * number, 16 * number]
    assert rows[-1][0] == sum(sums[3:8])
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)


def test_records_become_rarer(clock: Clock) -> None:
    for _ in range(2600):
        clock.hear(*STEP)
    assert 10 < len(clock.written) < 60


def test_memory_that_is_counted_elsewhere_starts_anew(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.hear(*STEP)
    monkeypatch.setattr(part("memory"), "counter", lambda: "cuda")
    clock.hear(*STEP)
    assert [row[-1] is None for row in clock.rows()] == [True, False]
    assert clock.written[-1]["memory"] == "cuda"


def test_stacks_beyond_the_most_count_for_where_they_begin(runtime: None, monkeypatch: pytest.MonkeyPatch) -> None:
    stacks = part("stacks")
    monkeypatch.setattr(stacks, "MOST_STACKS", 3)
    sampler = stacks.Sampler()
    for number in range(9):
        asked = [("outer", 1), ("inner", number)]
        monkeypatch.setattr(stacks, "places_of", lambda _, asked=asked: tuple(asked))
        sampler._ask()
    assert sampler.set_up[("outer", 1),] == 6
    assert len(sampler.set_up) == 4


def test_the_memory_of_merged_rows_is_what_was_read_last(runtime: None) -> None:
    merged = part("timeline").merged
    assert merged([1, 1, 70], [2, 1, None]) == [2, 2, 70]
    assert merged([1, 1, 70], [2, 1, 80]) == [2, 2, 80]


def test_what_runs_before_the_first_step_is_set_up(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stacks = part("stacks")
    sampler = stacks.Sampler()
    sampler._next_record = float("inf")
    monkeypatch.setattr(stacks, "places_of", lambda _: (("import", 1),))
    sampler._ask()
    clock.hear("fetch:1", "came:2")
    sampler._ask(3)
    assert (sampler.set_up, sampler.counts) == ({(("import", 1),): 1}, {(("import", 1),): 3})


@pytest.mark.parametrize(
    ("callers", "expected"),
    [
        (("train.py", "{ours}/_torchlint/capture.py", "torch/random.py"), []),
        (("{ours}/boot.py", "{ours}/_torchlint/main_script.py", "train.py"), ["train.py"]),
    ],
)
def test_the_time_that_we_take_is_not_the_programs(
    callers: tuple[str, ...], expected: list[str], runtime: None
) -> None:
    stacks = part("stacks")
    frame: Callable[[], Any] = sys._getframe
    for path in reversed(callers):
        scope = {"inner": frame}
        exec(compile("def call(): return inner()", path.format(ours=stacks.OURS), "exec"), scope)
        frame = scope["call"]
    seen = stacks.places_of(frame())
    assert [code.co_filename for code, _ in seen][-len(callers) :][-1:] == expected


def test_an_answer_that_is_late_counts_for_the_time_it_took(clock: Clock) -> None:
    sampler = part("stacks").Sampler()
    sampler._asked = clock.now
    counted = []
    for after in (0.021, 0.1, 0.001, 0.04, 3600):
        clock.now += after
        counted.append(sampler._times())
    assert counted == [1, 5, 1, 1, 50]


def test_a_worker_reads_whether_its_loop_waits(runtime: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, waiting = part("plan"), part("waiting")
    monkeypatch.setattr(plan, "stacks", True)
    monkeypatch.setattr(plan, "evidence_folder", str(tmp_path))
    loop = waiting.Loop(os.getpid())
    assert not loop.waits()
    seen = []
    for is_waiting in (True, False, True):
        waiting.say(is_waiting)
        seen.append(loop.waits())
    assert seen == [True, False, True]
    waiting.start_anew()  # in a forked process
    monkeypatch.setattr(plan, "evidence_folder", str(tmp_path / "gone"))
    waiting.say(True)


def test_the_gil_is_asked_for_sooner_unless_somebody_minds(runtime: None) -> None:
    hand_over_soon = part("switching").hand_over_soon
    before = sys.getswitchinterval()
    try:
        seen = []
        for set_by_program, is_alone in ((0.005, True), (None, False), (0.002, True), (0.002, False)):
            if set_by_program is not None:
                sys.setswitchinterval(set_by_program)
            hand_over_soon(is_alone)
            seen.append(round(sys.getswitchinterval(), 6))
        assert seen == [0.0001, 0.005, 0.002, 0.002]
    finally:
        sys.setswitchinterval(before)


def ends(values: list[int]) -> list[int]:
    """Divide by the first."""
    return [
        value // values[0]  # the line that a traceback shows
        for value in values
    ]


class Asked:
    def __private(self) -> int:
        return 3

    def ask(self, by: int = 1) -> int:
        return self.__private() // by


def test_a_function_tells_when_it_begins_and_ends(runtime: None) -> None:
    heard: list[str] = []
    tell = part("inject").tell
    before = traced(ends, [0, 1]), traced(Asked().ask, 0)
    globals()["hear"] = heard.append
    try:
        for function, name in ((ends, "values"), (Asked.ask, "by")):
            assert tell(function, f"hear('begin' + str({name}))", "hear('end')", knows=(name,))
        assert (ends([2, 4]), Asked().ask(2)) == ([1, 2], 1)
        assert heard == ["begin[2, 4]", "end", "begin2", "end"]
        assert (traced(ends, [0, 1]), traced(Asked().ask, 0)) == before
        assert heard[4:] == ["begin[0, 1]", "end", "begin0", "end"]
    finally:
        del globals()["hear"]


def traced(function: Any, argument: Any) -> str:
    with pytest.raises(ZeroDivisionError) as caught:
        function(argument)
    return "".join(traceback.format_exception(caught.value))


def test_a_function_of_another_shape_is_left_alone(runtime: None) -> None:
    tell = part("inject").tell
    assert not tell(ends, "pass", knows=("data",))
    assert not tell(len, "pass")
    assert not tell(eval("lambda values: values"), "pass")
    assert not tell(None, "pass")
