"""What the page and the last lines say of memory: parts that add up, the peak, and how it ran out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.html_tree import Node, parsed
from tests.recorded_runs import FINDINGS, STARTED, process, ran
from torchlint.report.style import Style
from torchlint.verify.controls import Controls
from torchlint.verify.memory_records import Alive, Highest, Holder, MemoryLook, OutOfMemory, SavingLine
from torchlint.verify.records import Process, Row, Timeline
from torchlint.verify.report.columns import columns_of
from torchlint.verify.report.last_lines import last_lines
from torchlint.verify.report.memory_parts import PARTS, look_near, peak_of, split_of, splits_of
from torchlint.verify.report.page import page
from torchlint.verify.verify_run import VerifyRun

MB = 1_000_000
ALIVE = Alive(10 * MB, 0, 20 * MB, 50 * MB, 0, False, 0)
LINES = (
    SavingLine("/here/model.py:7", "/here/model.py:7", 40 * MB, (("Gelu", 30 * MB), ("Addmm", 10 * MB))),
    SavingLine("/lib/site-packages/package/block.py:3", "/here/train.py:9", 8 * MB, (("Softmax", 8 * MB),)),
    SavingLine(None, "", 2 * MB),
)


def row(memory: int, before: int | None, after: int | None, **others: Any) -> Row:
    return Row(0.1, 1, 1, 0.0, 0.1, 0.1, 0.1, 0.0, memory * MB, before and before * MB, after and after * MB, **others)


def trained(rows: Sequence[Row], *looks: MemoryLook, memory: str = "heap", **others: Any) -> Process:
    imported = 5 * MB if memory == "heap" else None
    return process(timeline=Timeline(memory, STARTED, tuple(rows), None, looks, imported), **others)


FIRST = MemoryLook(1, 70 * MB, replace(ALIVE, state=0), LINES)
SECOND = MemoryLook(2, 92 * MB, ALIVE)
ROWS = (row(60, 70, 65), row(62, 92, 70), row(64, 94, 72), row(66, 96, 74))


def splits(one: Process) -> list[dict[str, int]]:
    assert one.timeline
    columns = columns_of(one.timeline.rows, 1000)
    return [each.sizes for each in splits_of(one, columns, [0.0] * len(columns))]


def test_the_parts_have_the_sum_of_what_was_read() -> None:
    sums = [sum(each.values()) for each in splits(trained(ROWS, FIRST, SECOND))]
    assert sums == [70 * MB, 92 * MB, 94 * MB, 96 * MB]


def test_parts_are_those_of_a_look_where_there_was_one() -> None:
    first, second, *_ = splits(trained(ROWS, FIRST, SECOND))
    counted = {"imported": 5, "parameters": 10, "state": 0, "gradients": 0, "retained": 0, "other": 5, "saved": 50}
    assert first == {name: size * MB for name, size in counted.items()}
    assert second == {name: size * MB for name, size in {**counted, "state": 20, "other": 7}.items()}


def test_what_steps_leave_behind_is_other_and_not_activations() -> None:
    third, fourth = splits(trained(ROWS, FIRST, SECOND))[2:]
    assert (third["other"], third["saved"]) == (9 * MB, 50 * MB)
    assert (fourth["other"], fourth["saved"]) == (11 * MB, 50 * MB)


def test_a_longer_batch_is_activations() -> None:
    (*_, last) = splits(trained([*ROWS[:3], row(64, 124, 72)], FIRST, SECOND))
    assert (last["other"], last["saved"]) == (9 * MB, 80 * MB)


def test_a_step_that_was_not_read_is_as_the_one_before() -> None:
    one, other = splits(trained([*ROWS[:3], row(64, None, None)], FIRST, SECOND))[2:]
    assert one == other


def test_a_batch_without_a_backward_has_no_activations() -> None:
    evaluated = replace(row(64, None, None), steps=0)
    (*_, last) = splits(trained([*ROWS[:3], evaluated], FIRST, SECOND))
    assert last["saved"] == 0
    assert sum(last.values()) == 64 * MB


def test_no_part_is_negative() -> None:
    """Parameters that lie in a file that is mapped into memory are not in the heap."""
    split = split_of(replace(SECOND, used=60 * MB), 5 * MB, 3.0 * MB)
    assert min(split.sizes.values()) == 0
    assert split.beyond == 25 * MB
    document = drawn(trained([row(62, 60, 60)], replace(FIRST, used=60 * MB, alive=ALIVE)))
    assert "25.0 MB of these are not counted as in use, 60.0 MB" in document.text


def test_what_findings_retain_is_taken_from_the_rest() -> None:
    assert split_of(SECOND, 5 * MB, 3.0 * MB).sizes["retained"] == 3 * MB
    assert split_of(SECOND, 5 * MB, 30.0 * MB).sizes == {
        **split_of(SECOND, 5 * MB, 0.0).sizes,
        "retained": 7 * MB,
        "other": 0,
    }


def test_the_peak_is_the_highest_of_all_moments() -> None:
    def at(*rows: Row) -> tuple[int, str]:
        peak = peak_of(columns_of(rows, 1000))
        assert peak
        return peak.size // MB, peak.moment

    assert at(*ROWS) == (96, "before a backward of step 4")
    assert at(row(60, 70, 90)) == (90, "after a backward of step 1")
    assert at(row(99, 70, 90)) == (99, "at the end of step 1")
    assert at(row(60, 70, 65), row(60, 70, 65, peak=110 * MB)) == (110, "as the allocator's own peak in step 2")


def test_the_look_is_the_last_one_before_the_peak() -> None:
    timeline = Timeline("heap", STARTED, ROWS, None, (FIRST, SECOND, replace(SECOND, step=8)))
    assert look_near(timeline, columns_of(ROWS, 1000)) == SECOND


# The page.


def drawn(*processes: Process, **others: Any) -> Node:
    return parsed(page(ran(processes=processes, **others)))


def test_the_page_has_the_parts_and_the_lines() -> None:
    document = drawn(trained(ROWS, FIRST, SECOND, stacks={}))
    assert "At most 96.0 MB in use, before a backward of step 4." in document.text
    caption = "What was in use before the backward of optimizer step 2, counted"
    (parts,) = (table for table in document.all("table") if table.one("caption").text == caption)
    cells = {cells.one("th").text: [cell.text for cell in cells.all("td")] for cells in parts.one("tbody").all("tr")}
    assert cells["activations, saved for backward"] == ["50.0 MB", "54 %"]
    assert cells["optimizer state"] == ["20.0 MB", "22 %"]
    assert cells["gradients"] == ["0 B", "0 %"]
    assert cells["all"] == ["92.0 MB", "100 %"]
    (lines,) = (table for table in document.all("table") if "Lines whose operations" in table.one("caption").text)
    rows = [[cell.text for cell in each.all("td")] for each in lines.one("tbody").all("tr")]
    assert [each[:2] for each in rows] == [["40.0 MB", "80 %"], ["8.0 MB", "16 %"], ["2.0 MB", "4.0 %"]]
    assert rows[0][2:] == ["/here/model.py:7", "Gelu 30.0 MB, Addmm 10.0 MB"]
    assert rows[1][2].startswith("package/block.py:3")
    assert "called from /here/train.py:9" in rows[1][2]
    assert rows[2][2] == "all other code"


def test_areas_lie_on_each_other_in_the_order_of_the_parts() -> None:
    shapes = [
        shape["class"].removeprefix("memory-")
        for shape in drawn(trained(ROWS, FIRST, SECOND)).all("path")
        if shape.attributes.get("class", "").startswith("memory-")
    ]
    assert shapes == [name for name in PARTS if name in shapes]
    assert {"imported", "parameters", "state", "other", "saved"} <= set(shapes)


def test_what_is_reserved_on_cuda_is_told() -> None:
    rows = [row(60, 70, 65, reserved=100 * MB, peak=80 * MB), row(62, 92, 70, reserved=120 * MB)]
    document = drawn(trained(rows, FIRST, SECOND, memory="cuda"))
    assert "reserved 120.0 MB, of which 58.0 MB were not in use" in document.text
    assert "reserved by PyTorch's allocator" in document.text
    assert "imported" not in document.one("ul", class_="key across").text


def test_why_no_line_is_known_is_said() -> None:
    document = drawn(trained(ROWS, replace(FIRST, lines=(), why="a debugger traces the program")))
    assert "It is not known which lines saved the activations: a debugger traces the program." in document.text


def test_what_a_look_could_not_see_is_said() -> None:
    unseen = replace(ALIVE, state=0, opaque=3, cut=True, foreign=2)
    text = drawn(trained(ROWS, replace(FIRST, alive=unseen))).text
    assert "3 saved tensors are packed by hooks" in text
    assert "activations are a lower bound" in text
    assert "2 tensors of special types" in text


OUT = OutOfMemory(
    "CUDA out of memory. Tried to allocate 2.00 GiB",
    "/here/model.py:7",
    "cuda",
    92 * MB,
    ALIVE,
    (Holder("pad", "/here/train.py:9", 8 * MB, "(2000000,)", "torch.float32"),),
    LINES,
)


def test_how_memory_ran_out_is_on_the_page() -> None:
    document = drawn(trained(ROWS, FIRST, SECOND, memory="cuda", out_of_memory=OUT, crash="OutOfMemoryError"), status=1)
    box = document.one("div", class_="out-of-memory")
    for said in ("Out of memory at /here/model.py:7", "Tried to allocate 2.00 GiB", "50.0 MB", "pad", "(2000000,)"):
        assert said in box.text


# The last lines.


def lines_of(run: VerifyRun) -> str:
    return "\n".join(last_lines(run, run.results, Style(), fixes=False, unsafe=False))


def test_the_last_lines_have_the_peak_and_its_parts() -> None:
    one = trained(ROWS, FIRST, SECOND, highest=Highest(96 * MB, "before the backward of step 4", "heap"))
    said = lines_of(ran(processes=[one]))
    assert (
        "Memory: at most 96.0 MB in use, before a backward of step 4: activations 50.0 MB, optimizer state 20.0 MB,"
        " parameters 10.0 MB, other 7.0 MB; most activations are saved at /here/model.py:7." in said
    )


def test_the_last_lines_say_how_memory_ran_out_and_what_retains_it() -> None:
    one = trained(ROWS, FIRST, SECOND, memory="cuda", out_of_memory=OUT, crash="OutOfMemoryError: CUDA out of memory")
    said = lines_of(ran(processes=[one], status=1))
    assert "Out of memory in process 7 at /here/model.py:7: 92.0 MB were still held when it ended: activations" in said
    assert "The largest local variable was `pad`, 8.0 MB of shape (2000000,)" in said
    assert "Most activations had been saved at /here/model.py:7, 40.0 MB." in said
    assert "+2.0 MB compared with the step before; +2.0 MB per step over the last 2." in said
    assert "Confirmed to retain memory: some-rule at train.py:7:9: it holds the graphs of 4 steps, 8 nodes" in said


def test_a_process_that_was_killed_leaves_its_last_row() -> None:
    one = trained(ROWS, highest=Highest(96 * MB, "before the backward of step 4", "heap"), ended_cleanly=False)
    said = lines_of(ran(processes=[one], status=-9))
    assert "process 7 was killed, as the kernel does when memory runs out: 96.0 MB in use before the backward" in said
    assert "66.0 MB at the end of the last step recorded" in said
    assert "was killed, as the kernel" not in lines_of(ran(processes=[one], status=1))


def test_a_snapshot_is_told_or_why_there_is_none() -> None:
    run = replace(ran(FINDINGS), controls=Controls(memory_snapshot="/here/s.pickle"))
    assert "No memory snapshot was written" in lines_of(run)
    written = replace(run, session=replace(run.session, processes=(process(snapshot="/here/s.pickle"),)))
    assert "A snapshot of PyTorch's allocator is in /here/s.pickle" in lines_of(written)
