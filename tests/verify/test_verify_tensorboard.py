"""Scalars as TensorBoard itself reads them, and the checksums that it checks them by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from tests.recorded_runs import LEAK, ROWS, STARTED, finding, process, ran
from torchlint.verdict import Number
from torchlint.verify import tensorboard
from torchlint.verify.records import Row, Timeline
from torchlint.verify.tfevents import crc32c, event_file

# `date -u -d @1795000000`
RUN = "20261118-110640"


def scalars(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """The steps and numbers of each tag in a folder; its files have to be whole."""
    read = EventAccumulator(str(folder), size_guidance={"scalars": 0})
    read.Reload()
    return {tag: [(event.step, event.value) for event in read.Scalars(tag)] for tag in sorted(read.Tags()["scalars"])}


def test_a_timeline_is_read_back(tmp_path: Path) -> None:
    tensorboard.write(tmp_path, ran())
    said = scalars(tmp_path / RUN / "process-7")
    assert said.pop("memory/heap") == [(1, 10_000.0), (2, 11_000.0), (4, 14_000.0)]
    assert [step for step, _ in said["seconds per step/all"]] == [1, 2, 4]
    assert [value for _, value in said.pop("seconds per step/all")] == pytest.approx([0.1, 0.1, 0.05])
    assert [value for _, value in said.pop("seconds per step/forward")] == pytest.approx([0.02, 0.03, 0.02])
    assert sorted(said) == [
        f"seconds per step/{part}" for part in ("backward", "optimizer", "other", "waiting for data")
    ]


def test_the_time_of_day_is_that_of_the_run(tmp_path: Path) -> None:
    tensorboard.write(tmp_path, ran())
    read = EventAccumulator(str(tmp_path / RUN / "process-7"))
    read.Reload()
    assert [event.wall_time for event in read.Scalars("memory/heap")] == [STARTED + row.end for row in ROWS]
    assert read.FirstEventTimestamp() == STARTED


def test_the_numbers_of_verdicts_are_read_back(tmp_path: Path) -> None:
    tensorboard.write(tmp_path, ran())
    said = scalars(tmp_path / RUN / "verdicts")
    assert said["some-rule/train.py:7:9 retained (bytes/step)"] == [(0, 1000.0)]
    assert said["some-rule/train.py:7:9 steps"] == [(0, 4.0)]


def test_each_process_is_a_run_of_its_own(tmp_path: Path) -> None:
    quiet, empty = process(9, timeline=None), process(10, timeline=Timeline("heap", STARTED))
    on_device = process(8, timeline=Timeline("cuda", STARTED + 1, (replace(ROWS[0], memory=None), *ROWS[1:])))
    tensorboard.write(tmp_path, ran(processes=[process(7), on_device, quiet, empty]))
    assert sorted(path.name for path in (tmp_path / RUN).iterdir()) == ["process-7", "process-8", "verdicts"]
    assert scalars(tmp_path / RUN / "process-8")["memory/cuda"] == [(2, 11_000.0), (4, 14_000.0)]


def test_what_is_odd_is_read_back_too(tmp_path: Path) -> None:
    odd = replace(LEAK, numbers=(Number("é\udcff", float("inf")), Number("many", 2.0**200)))
    tensorboard.write(tmp_path, ran({finding("total"): odd}, [process(timeline=Timeline("heap", STARTED))]))
    (folder,) = tmp_path.iterdir()
    assert list(scalars(folder / "verdicts").values()) == [[(0, float("inf"))], [(0, float("inf"))]]


def test_a_run_without_records_leaves_its_verdicts_only(tmp_path: Path) -> None:
    tensorboard.write(tmp_path, ran(processes=[]))
    assert [path.name for path in tmp_path.glob("*/*")] == ["verdicts"]
    tensorboard.write(tmp_path / "none", ran({}, []))
    assert not (tmp_path / "none").exists()


def test_large_steps_and_long_runs(tmp_path: Path) -> None:
    rows = tuple(Row(number, 1000, 1000, 0.1, 0.1, 0.1, 0.1, 0.1, 10**11) for number in range(3000))
    tensorboard.write(tmp_path, ran(processes=[process(timeline=Timeline("heap", STARTED, rows))]))
    memory = scalars(tmp_path / RUN / "process-7")["memory/heap"]
    assert len(memory) == 1000
    step, value = memory[-1]
    assert step == 3_000_000
    assert value == pytest.approx(1e11, rel=1e-7)


def test_the_checksum_is_the_one_of_rfc_3720() -> None:
    assert crc32c(b"123456789") == 0xE3069283
    assert crc32c(bytes(32)) == 0x8A9136AA  # RFC 3720, B.4
    assert crc32c(bytes(range(32))) == 0x46DD794E


def test_a_damaged_file_is_not_read(tmp_path: Path) -> None:
    data = bytearray(event_file(STARTED, [(STARTED, 1, {"a": 1.0}), (STARTED, 2, {"a": 2.0})]))
    path = tmp_path / "events.out.tfevents.1"
    path.write_bytes(data)
    assert scalars(tmp_path) == {"a": [(1, 1.0), (2, 2.0)]}
    data[-5] ^= 1
    path.write_bytes(data)
    assert scalars(tmp_path) == {"a": [(1, 1.0)]}
