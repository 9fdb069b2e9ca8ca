"""The page and the data of a run: complete, well-formed, in need of nothing else, and true to what was recorded."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.html_tree import Node, parsed
from tests.recorded_runs import (
    FINDINGS,
    LEAK,
    PATH,
    REFUTED,
    ROWS,
    TEXT,
    UNDECIDED,
    evidence_for,
    finding,
    process,
    ran,
    seen,
)
from torchlint import addresses
from torchlint.files.source import Cell, Source
from torchlint.finding import Span
from torchlint.pack import builtin_rules
from torchlint.report.verdicts import value
from torchlint.verdict import Judgement, Number, Verdict
from torchlint.verify import report
from torchlint.verify.comparison import Comparison
from torchlint.verify.controls import Controls
from torchlint.verify.records import DeviceTimes, Row, Timeline
from torchlint.verify.report import memory, scales, times
from torchlint.verify.report.columns import columns_of
from torchlint.verify.report.evidence_json import evidence_json
from torchlint.verify.report.findings import entries_of
from torchlint.verify.report.page import page
from torchlint.verify.report.words import duration, ending, names_of
from torchlint.verify.verify_run import VerifiedFix, VerifiedFixes, VerifyRun


def drawn(run: VerifyRun) -> Node:
    return parsed(page(run))


def points(path: Node) -> list[tuple[float, float]]:
    """The points of a path, in the drawing's units."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+) ([^LZ]+)", path["d"])]


# The page as a whole.


def test_every_finding_is_there_with_its_verdict_its_number_and_its_code() -> None:
    document = drawn(ran())
    rows = document.one("table", class_="verdicts").one("tbody").all("tr")
    cards = document.all("details", class_="card")
    assert [row["class"] for row in rows] == ["confirmed", "undecided", "refuted", "not-reached"]
    assert [card["id"] for card in cards] == [row.one("a")["href"].removeprefix("#") for row in rows]
    for each, verdict in FINDINGS.items():
        row = next(row for row in rows if verdict.text.replace("`", "") in row.text)
        card = next(card for card in cards if each.message.replace("`", "") in card.text)
        assert f"{each.path}:{TEXT[: each.span.start].count(chr(10)) + 1}:" in row.text
        assert verdict.text.replace("`", "") in card.text
        assert TEXT[each.span.start : each.span.end] in [mark.text for mark in card.all("mark", class_="span")]
        assert all(value(number) in card.text for number in verdict.numbers)
    assert "1.0 KB/step" in rows[0].text
    assert "suspected" in rows[1].text


def test_code_has_its_row_numbers_and_what_is_said_of_related_places() -> None:
    card = drawn(ran()).one("details", id="finding-1")
    assert [row.text for row in card.one("pre").all("span", class_="number")] == ["4", "5", "6", "7", "8"]
    assert card.one("span", class_="hit").text.strip() == "7        total += loss"
    assert card.one("mark", class_="near").text == "model(rows, labels)"
    assert "the graph comes from here" in card.one("span", class_="label").text
    assert "Fix: Detach before adding" in card.text


def test_what_asks_for_nothing_is_folded() -> None:
    document = drawn(ran())
    is_open = {card["class"].split()[1]: "open" in card.attributes for card in document.all("details", class_="card")}
    assert is_open == {"confirmed": True, "undecided": True, "refuted": False, "not-reached": False}


def test_the_heading_says_how_the_run_went() -> None:
    document = drawn(ran(notes=["process 7 was killed"]))
    header = document.one("header")
    assert header.one("h1").text == "1 of 4 findings confirmed"
    assert header.one("code").text == "python train.py --name 'two words'"
    for said in ("ended normally", "1.2 s", "UTC", "3.12.1", "2.13.0", "20 batches", "process 7 was killed"):
        assert said in header.text


def test_counts_by_outcome_hide_their_findings() -> None:
    document = drawn(ran())
    boxes = document.one("fieldset").all("input")
    labels = [label.text for label in document.one("fieldset").all("label")]
    assert labels == ["●1 confirmed", "◐1 undecided", "✓1 refuted", "○1 not reached"]
    style = document.one("style").text
    for box in boxes:
        name = box["id"].removeprefix("show-")
        assert f"#{box['id']}:not(:checked)) :is(tr, .card).{name}" in style
        assert document.all("tr", class_=name)
        assert document.all("details", class_=f"card {name}")


def test_links_lead_somewhere_and_ids_are_unique() -> None:
    document = drawn(ran(processes=[process(7), process(8)]))
    ids = [node["id"] for node in document.walk() if "id" in node.attributes]
    assert len(set(ids)) == len(ids)
    assert {link["href"] for link in document.all("a")} <= {f"#{name}" for name in ids}


def test_the_page_needs_nothing_from_anywhere() -> None:
    html = page(ran())
    for reference in ("http", "src=", "url(", "@import", "<link", "import("):
        assert reference not in html


def test_headings_and_tables_are_said_to_be_such() -> None:
    document = drawn(ran())
    levels = [int(node.name[1]) for node in document.walk() if re.fullmatch(r"h\d", node.name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all("scope" in head.attributes for head in document.all("th"))
    assert all(table.all("caption") for table in document.all("table"))
    assert all("aria-label" in svg.attributes for svg in document.all("svg", role="img"))


def test_the_same_run_is_the_same_page() -> None:
    assert page(ran()) == page(ran())
    assert evidence_json(ran()) == evidence_json(ran())


# What is not ours is text.

NASTY = '</script></style><b onclick="x">&amp;\'\udcff\1\u202e'


def test_no_text_of_the_users_becomes_markup() -> None:
    text = f"call()  # {NASTY}\n"
    one = replace(finding("call", NASTY, NASTY, text), rule=NASTY, related=((Span(0, 4), NASTY),))
    named = NASTY.replace(";", "")  # which is what parts two frames
    stacks = {f"/{named}:{named}:3;/{named}:f:1": 3}
    run = ran({one: replace(LEAK, text=NASTY)}, [process(stacks=stacks, crash=NASTY)], text, notes=[NASTY])
    html = page(replace(run, command=(NASTY,)))
    html.encode("utf-8")
    document = parsed(html)
    assert not document.all("b", onclick="x")
    assert len(document.all("script")) == len(document.all("style")) == 1
    shown = '</script></style><b onclick="x">&amp;\'\\xff\\x01\\u202e'
    assert document.one("p", class_="message").text == shown
    assert document.one("details", class_="card").one("span", class_="place").text == f"{shown}:1:1"
    assert document.one("ul", class_="session-notes").text == shown
    assert document.all("svg", class_="own")[0].one("title").text.startswith(shown.replace(";", ""))


def test_a_very_long_line_is_cut_around_the_finding() -> None:
    text = f"{'a' * 5000} = {'b' * 5000}; total += loss; {'c' * 5000}\n"
    (row,) = drawn(ran({finding("total += loss", text=text): LEAK}, text=text)).all("span", class_="hit")
    assert row.one("mark").text == "total += loss"
    assert len(row.text) < 400
    assert "more characters" in row.text


def test_a_long_finding_is_shown_at_its_ends() -> None:
    text = "".join(f"line_{number}()\n" for number in range(100))
    one = replace(finding("line_10", text=text), span=Span(text.index("line_10"), text.index("line_90")))
    shown = drawn(ran({one: LEAK}, text=text)).one("pre", class_="code").text
    assert "line_10()" in shown
    assert "line_89()" in shown
    assert "line_50()" not in shown
    assert "⋯" in shown


def test_a_notebooks_finding_is_shown_in_its_cell() -> None:
    text = "one = 1\n\ntotal += loss\n"
    run = ran({finding("total += loss", text=text): LEAK}, text=text)
    checked = run.results[0].checked
    cells = (Cell(1, 0, 8), Cell(4, 9, len(text)))
    result = replace(run.results[0], checked=replace(checked, source=Source("a.ipynb", text, cells=cells)))
    document = drawn(replace(run, results=(result,)))
    assert document.one("table", class_="verdicts").one("a").text == "train.py:cell 4:1:1"
    assert "one = 1" not in document.one("pre", class_="code").text


# Charts are what was recorded.


def test_memory_is_drawn_where_it_was_counted() -> None:
    svg = drawn(ran()).all("div", class_="plot")[1].one("svg")
    (line,) = svg.all("path", class_="line used")
    assert [x for x, _ in points(line)] == [250, 500, 1000]  # after 1, 2 and 4 of 4 steps
    heights = [400 - y for _, y in points(line)]
    low, high = 10_000 - 0.1 * 4_000, 14_000
    scale = heights[2] / (high - low)
    assert heights == pytest.approx([scale * (row.memory - low) for row in ROWS if row.memory], abs=0.2)


def test_the_share_of_a_confirmed_finding_is_its_bytes_times_its_passes() -> None:
    entries = entries_of(ran())
    site = entries[0].site
    shares = memory.shares_of(process(), entries)
    assert [share.entry.outcome for share in shares] == ["confirmed"]
    columns = columns_of(ROWS, 1000)
    assert memory.areas_of(shares, columns) == {"share": [0.0, 1000.0, 3000.0]}  # since the first step
    twice = memory.shares_of(process(seen={site: seen(8, 8)}), entries)  # two passes for each step
    assert memory.areas_of(twice, columns) == {"share": [0.0, 2000.0, 6000.0]}
    short = memory.shares_of(process(seen={site: seen(5, 3)}), entries)
    assert memory.areas_of(short, columns) == {"share": [0.0, 1250.0, 3000.0]}  # no more than was seen at once
    elsewhere = memory.shares_of(process(seen={}), entries)
    assert memory.areas_of(elsewhere, columns) == {}


def test_only_what_is_confirmed_has_a_share() -> None:
    unsure = {finding("total += loss"): replace(LEAK, outcome="undecided")}
    document = drawn(ran(unsure))
    assert not document.all("path", class_="share")
    assert "Computed" not in document.one("ul", class_="key").text


def test_what_is_let_go_is_drawn_as_high_as_it_gets() -> None:
    entries = entries_of(ran())
    shares = memory.shares_of(process(seen={entries[0].site: seen(24, 8)}), entries)
    assert memory.areas_of(shares, columns_of(ROWS, 1000)) == {"wave": [8000.0, 8000.0, 8000.0]}
    document = drawn(ran(processes=[process(seen={entries[0].site: seen(24, 8)})]))
    assert "then freed" in document.one("ul", class_="key").text


def test_what_was_no_longer_looked_at_is_not_let_go() -> None:
    early = seen(30, 8)
    early["facts"]["walks"] = [{"visit": 8}]
    said = drawn(ran(processes=[process(seen={entries_of(ran())[0].site: early})])).one("ul", class_="key").text
    assert "freed" not in said
    assert "up to 8 steps at once when last looked at, in pass 8 of 30" in said


def test_findings_that_may_keep_the_same_graph_are_not_just_added() -> None:
    two = {finding("total += loss"): LEAK, finding("loss = "): LEAK}
    svg = drawn(ran(two)).all("div", class_="plot")[1].one("svg")
    top = {kind: min(y for _, y in points(svg.one("path", class_=kind))) for kind in ("share", "most")}
    base = max(y for _, y in points(svg.one("path", class_="share")))
    assert (base - top["most"]) == pytest.approx(2 * (base - top["share"]), abs=0.3)
    assert "if no two of them keep the same graph" in drawn(ran(two)).one("ul", class_="key").text


def test_time_is_stacked_and_summed() -> None:
    document = drawn(ran())
    svg = document.all("div", class_="plot")[0].one("svg")
    layers = [path["class"] for path in svg.all("path") if path["class"].startswith("part-")]
    assert layers == ["part-other", "part-optimizer", "part-backward", "part-forward", "part-waiting"]
    other, waiting = svg.one("path", class_="part-other"), svg.one("path", class_="part-waiting")
    assert [x for x, _ in points(other)][:6] == [0, 250, 250, 500, 500, 1000]
    tops = [400 - y for _, y in points(other)][1:6:2]
    assert tops == pytest.approx([tops[0], tops[0], tops[0] / 2], abs=0.2)  # 100 ms, 100 ms, 50 ms per step
    assert [400 - y for _, y in points(waiting)][1] == pytest.approx(tops[0] / 10, abs=0.2)
    (table,) = (each for each in document.all("table", class_="sums") if "Where the time" in each.text)
    sums = {row.one("th").text: [cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")}
    assert sums["waiting for data"] == ["50.0 ms", "17 %", "12.5 ms"]
    assert sums["backward"] == ["90.0 ms", "30 %", "22.5 ms"]
    assert sums["all"] == ["300.0 ms", "100 %", "75.0 ms"]


def test_a_gpu_has_times_of_its_own() -> None:
    title = "measured with CUDA events"
    assert title not in drawn(ran()).text
    timeline = Timeline("cuda", 0, ROWS, DeviceTimes(2, wait=0.0, forward=0.1, backward=0.2, optimizer=0.1, other=0.0))
    document = drawn(ran(processes=[process(timeline=timeline)]))
    (table,) = (each for each in document.all("table", class_="sums") if title in each.text)
    assert "Time of 2 steps on the GPU" in table.one("caption").text
    sums = {row.one("th").text: [cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")}
    assert sums["backward"] == ["200.0 ms", "50 %", "100.0 ms"]
    assert sums["waiting for data"] == ["0.0 us", "0 %", "0.0 us"]


def test_one_slow_step_does_not_flatten_the_others() -> None:
    rows = [Row(number, 1, 1, 0, 0.01 if number else 2.0, 0, 0, 0, None) for number in range(100)]
    columns = columns_of(rows, times.MOST)
    assert times.height_of(columns) == pytest.approx(0.012)
    assert times.height_of(columns[:3]) == 2.0
    document = drawn(ran(processes=[process(timeline=Timeline(None, 0, tuple(rows)))]))
    assert "Cut off at the top: step 1 took 2.0 s" in document.text


def test_a_flame_graph_is_as_wide_as_its_samples() -> None:
    flame = drawn(ran()).one("div", class_="flame")
    boxes = [(svg["x"], svg["y"], svg["width"], svg["class"]) for svg in flame.all("svg")[1:]]
    assert sorted(boxes) == [
        ("0.0000%", "0", "100.0000%", "whole"),
        ("0.0000%", "19", "70.0000%", "refuted"),
        ("0.0000%", "38", "70.0000%", "theirs"),
        ("70.0000%", "19", "30.0000%", "confirmed"),
    ]
    (leak,) = flame.all("svg", class_="confirmed")
    assert leak.one("text").text == "● train train.py:7"
    assert leak.one("title").text.endswith("train.py:7\n30 samples, 30 %\nconfirmed: some-rule")


def test_of_several_findings_on_a_line_the_one_that_asks_for_most_marks_it() -> None:
    flame = drawn(
        ran(
            {finding("total"): UNDECIDED, finding("total ="): REFUTED, finding("total = 0"): LEAK},
            [process(stacks={f"{os.path.realpath(PATH)}:train:2": 1})],
        )
    ).one("div", class_="flame")
    assert [svg["class"] for svg in flame.all("svg")[1:]] == ["whole", "confirmed"]


def test_a_link_to_a_file_and_an_installed_copy_have_its_findings(tmp_path: Path) -> None:
    linted, copy, other = (tmp_path / name / "train.py" for name in ("linted", "site-packages", "other"))
    for path, text in ((linted, TEXT), (copy, TEXT), (other, TEXT.replace("total", "whole"))):
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1, 1))
    (tmp_path / "link").symlink_to(tmp_path / "linted")
    link, gone = tmp_path / "link" / "train.py", tmp_path / "gone" / "train.py"
    stacks = {f"{path}:train:7": 1 for path in (linted, copy, other, link, gone)}
    run = ran({finding("total += loss", path=str(linted)): LEAK}, [process(stacks=stacks)])
    flame = drawn(run).one("div", class_="flame")
    marked = {svg.one("title").text.split("\n")[1] for svg in flame.all("svg", class_="confirmed")}
    assert marked == {f"{path}:7" for path in (linted, copy, link)}


def test_pythons_import_system_is_left_out_of_stacks() -> None:
    stacks = {"/a.py:<module>:1;<frozen importlib._bootstrap>:_find_and_load:1176;/b.py:<module>:2": 3}
    titles = [
        title.text for title in drawn(ran(processes=[process(stacks=stacks)])).one("div", class_="flame").all("title")
    ]
    assert [title.split("\n")[1] for title in titles] == ["3 samples, 100 %", "/a.py:1", "/b.py:2"]


def test_the_users_lines_that_take_the_most_time() -> None:
    rows = drawn(ran()).one("table", class_="lines").one("tbody").all("tr")
    assert [(row.all("td")[0].text, row.one("th").text) for row in rows] == [
        ("70 %", "train.py:5 in train"),
        ("30 %", "train.py:7 in train"),
    ]
    assert "confirmed: some-rule" in rows[1].text


def test_long_runs_make_light_pages() -> None:
    rows = tuple(Row(n, 1, 1, 0.001, 0.002, 0.003, 0.001, 0.001, 10**8 + n * 1000) for n in range(5000))
    deep = "/home/somebody/.venv/lib/python3.12/site-packages/torch/nn/modules/module.py"
    stacks = {";".join(f"{deep}:call:{n % 2 ** (d + 1)}" for d in range(100)): 1 for n in range(128)}
    html = page(ran(processes=[process(timeline=Timeline("heap", 0, rows), stacks=stacks)]))
    assert len(html) < 1_000_000
    document = parsed(html)
    assert len(document.one("div", class_="flame").all("rect")) == 1200
    for left_out in ("all but the 1,200 widest frames", "calls more than 80 deep"):
        assert left_out in document.text


def test_a_part_of_a_run_that_is_put_together_keeps_its_sums() -> None:
    rows = [Row(n, n % 2, 1, 0.5, 0, 0, 0, 0.25, n) for n in range(1, 8)]
    rows.append(Row(8.0, 0, 0, 0, 0, 0, 0, 4.0, 99))  # neither a step nor a batch
    for most in (1, 2, 3, 100):
        columns = columns_of(rows, most)
        assert len(columns) <= most
        assert sum(column.seconds for column in columns) == 7 * 0.75 + 4.0
        assert (columns[0].start, columns[-1].end) == (0, 7)
        assert columns[-1].row.memory == 99


# What is missing is said.


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"timeline": None}, "No step of a training or an evaluation was recorded"),
        ({"timeline": Timeline(None, 0, (replace(ROWS[0], memory=None),))}, "Memory was not counted"),
        ({"timeline": Timeline("heap", 0, ROWS[:1])}, "at the end 10.0 KB"),
        ({"stacks": {}}, "No samples of running code were recorded"),
        ({"timeline": None, "stacks": {}}, "Nothing was recorded"),
        ({"timeline": None, "stacks": {}, "torch": None}, "No observed process has imported PyTorch"),
    ],
)
def test_a_part_with_little_or_nothing_in_it_says_so(changes: dict[str, Any], says: str) -> None:
    assert says in drawn(ran(processes=[process(**changes)])).one("main").text


def test_a_run_that_was_not_observed_says_so() -> None:
    document = drawn(ran({}, [], status=-9, notes=["no Python process could be observed"]))
    assert document.one("h1").text == "There was nothing to verify"
    assert "was ended by SIGKILL" in document.one("header").text
    assert "No Python process could be observed" in document.one("main").text


def test_a_failed_run_has_its_verdicts_and_its_status() -> None:
    document = drawn(ran({finding("total"): UNDECIDED}, [process(torch=None, timeline=None, stacks={})], status=1))
    assert document.one("strong", class_="failed").text == "The command failed with exit status 1"
    assert document.all("details", class_="undecided")
    unrecorded = replace(ran(processes=[process(timeline=None, stacks={})]), controls=Controls())
    assert "were not recorded in this run" in drawn(unrecorded).text


def test_a_run_that_was_stopped_has_not_ended_well() -> None:
    run = ran(notes=["stopped after 5 s", "another note"])
    document = drawn(replace(run, session=replace(run.session, stopped="stopped after 5 s")))
    assert document.one("strong", class_="failed").text == "The command was stopped after 5 s"
    assert document.one("ul", class_="session-notes").text == "another note"


def mended() -> VerifyRun:
    """A run after fixes: one finding was fixed, and another was not."""
    run = ran({finding("loss.backward()"): REFUTED})
    (result,) = run.results
    now = finding("total += loss", "`total` keeps graphs alive")
    repair = VerifiedFix(
        result, now, Judgement(LEAK, evidence_for("confirmed")), Judgement(REFUTED, evidence_for("refuted"))
    )
    left = ((result, finding("model(rows"), "there is no automatic fix"),)
    losses = Comparison("identical", "identical in all 4 backward calls")
    return replace(run, fixes=VerifiedFixes((repair,), left, losses, ran()))


def test_fixes_are_told_with_what_they_changed() -> None:
    document = drawn(mended())
    assert document.one("h1").text == "1 fixed, 0 of 2 findings confirmed"
    section = next(each for each in document.all("section") if each.all("h2", id="fixes"))
    row = section.one("tbody").one("tr")
    assert [part in row.text for part in ("some-rule", "train.py:7:9")] == [True, True]
    before, after = (cell.text for cell in row.all("td"))
    assert "confirmed 1.0 KB/step" in before
    assert "refuted 0 B/step" in after
    assert "The losses are identical in all 4 backward calls." in section.text
    assert section.one("li").text == "some-rule train.py:4:16: there is no automatic fix"
    fixes = json.loads(evidence_json(mended()))["repairs"]
    assert [fixes["made"][0][when]["status"] for when in ("before", "after")] == ["confirmed", "refuted"]
    assert fixes["made"][0]["location"] == {"row": 7, "column": 9}
    assert fixes["left"][0]["why"] == "there is no automatic fix"
    assert fixes["losses"]["status"] == "identical"


def test_a_fix_that_did_not_help_is_none() -> None:
    run = mended()
    assert run.fixes
    still = replace(run.fixes.made[0], after=run.fixes.made[0].before)
    document = drawn(replace(run, fixes=replace(run.fixes, made=(still,))))
    assert document.one("h1").text == "0 fixed, 1 of 2 findings confirmed"


def test_losses_that_could_not_be_compared_are_told_as_such() -> None:
    run = mended()
    assert run.fixes
    unknown = replace(run.fixes, losses=Comparison("unknown", "neither run called backward"), made=())
    text = drawn(replace(run, fixes=unknown)).one("main").text
    assert "The losses could not be compared: neither run called backward." in text


def test_several_processes_are_told_apart() -> None:
    quiet = process(9, timeline=None, stacks={}, ended_cleanly=False)
    document = drawn(ran(processes=[quiet, process(8, crash="ValueError"), process(7)]))
    rows = [row.text for row in document.one("table", class_="processes").one("tbody").all("tr")]
    assert [re.match(r"Process \d", row)[0] for row in rows] == ["Process 7", "Process 8", "Process 9"]  # type: ignore[index]
    assert "ended with ValueError" in rows[1]
    assert "killed" in rows[2]
    folded = document.all("details", class_="process")
    assert [("open" in each.attributes, each.one("summary").text) for each in folded] == [
        (True, "Process 7: 4 optimizer steps"),
        (False, "Process 8: 4 optimizer steps"),
    ]
    many = drawn(ran(processes=[process(pid) for pid in range(20)]))
    assert len(many.all("details", class_="process")) == 16
    assert "Not drawn: 4 more processes" in many.text


def overview_of(processes: list[Any]) -> list[str]:
    return [
        row.one("th").text for row in drawn(ran(processes=processes)).one("table", class_="processes").all("tr")[1:]
    ]


NOTHING: dict[str, Any] = {"timeline": None, "stacks": {}, "seen": {}}


def test_processes_without_content_share_a_row() -> None:
    workers = [process(20 + number, worker=number % 2, **NOTHING) for number in range(24)]
    launchers = [process(number, torch=None, **NOTHING) for number in (3, 4)]
    reached = process(50, worker=0, timeline=None, stacks={}, seen={1: seen(5, 0)})
    killed = process(51, worker=1, ended_cleanly=False, **NOTHING)
    assert overview_of([*workers, process(7), *launchers, reached, killed]) == [
        "Process 7",
        "2 other processes, nothing observed",
        "24 DataLoader workers, nothing observed",
        "1 DataLoader worker",
        "1 DataLoader worker, nothing observed",
    ]


def test_ranks_are_named_in_their_order() -> None:
    ranks = [process(100 - rank, rank=rank, ranks=2) for rank in (1, 0)]
    rows = overview_of([*ranks, process(3, torch=None, **NOTHING)])
    assert rows == ["Rank 0 (process 100)", "Rank 1 (process 99)", "Process 3, nothing observed"]
    document = drawn(ran(processes=ranks))
    folded = [each.one("summary").text for each in document.all("details", class_="process")]
    assert folded[0] == "Rank 0 (process 100): 4 optimizer steps"
    assert "Based on 4 executions of this code in ranks 0 and 1" in document.one("details", id="finding-1").text
    alone = process(7, rank=0, ranks=1)  # torchrun with one process
    assert "in process 7" in drawn(ran(processes=[alone])).one("details", id="finding-1").text


@pytest.mark.parametrize(
    ("processes", "said"),
    [
        ([process(7)], "process 7"),
        ([process(7), process(8)], "2 processes"),
        ([process(7, rank=number, ranks=4) for number in range(4)], "ranks 0 to 3"),
        ([process(7, rank=number, ranks=4) for number in (0, 1, 3)], "ranks 0, 1 and 3"),
        ([process(7, rank=1, ranks=4), process(8, rank=1, ranks=4, worker=0)], "rank 1 and 1 DataLoader worker"),
        ([process(7, worker=0), process(8, worker=1), process(9)], "process 9 and 2 DataLoader workers"),
    ],
)
def test_names_of_processes(processes: list[Any], said: str) -> None:
    assert names_of(processes) == said


def test_findings_alike_are_one_row_and_one_group_of_cards() -> None:
    codes = ("total += loss", "loss.backward()", "optimizer.step()")
    found = {
        finding(code): replace(LEAK, text=f"text {number}", numbers=(Number("retained", number, "bytes/step"),))
        for number, code in enumerate(codes, 1)
    }
    document = drawn(ran({**found, finding("model(rows, labels)"): REFUTED}))
    rows = document.one("table", class_="verdicts").one("tbody").all("tr")
    assert [row["class"] for row in rows] == ["confirmed", "refuted"]
    assert "3 similar" in rows[0].text
    assert [link["href"] for link in rows[0].all("a")] == ["#finding-1", "#finding-2", "#finding-3"]
    assert rows[0].one("td", class_="measured").text == "1 B/step to 3 B/step retained"
    assert "text 1 (train.py:7:9)" in rows[0].text
    group = document.one("section", class_="alike")
    assert ["open" in card.attributes for card in group.all("details", class_="card")] == [True, False, False]
    assert not drawn(ran()).all("section", class_="alike")  # four outcomes of one rule
    assert "body:has(#show-confirmed:not(:checked)) .alike.confirmed" in document.one("style").text


def test_a_sure_and_a_suspected_finding_are_not_alike() -> None:
    two = {finding("total += loss"): LEAK, finding("loss.backward()", sure=False): LEAK}
    assert len(drawn(ran(two)).one("table", class_="verdicts").one("tbody").all("tr")) == 2


def test_places_of_many_findings_alike_are_folded() -> None:
    text = "".join(f"total += loss_{number:02}\n" for number in range(20))
    for count, is_open in ((8, True), (9, False)):
        found = {finding(f"total += loss_{number:02}", text=text): LEAK for number in range(count)}
        places = drawn(ran(found, text=text)).one("details", class_="places")
        assert ("open" in places.attributes, len(places.all("li"))) == (is_open, count)


def test_a_loader_that_is_not_there_has_not_waited_0_seconds() -> None:
    rows = tuple(replace(row, batches=0, wait=0.0) for row in ROWS)
    document = drawn(ran(processes=[process(timeline=Timeline("heap", 0, rows)), process(8)]))
    without, with_loader = document.all("details", class_="process")
    if "8" in without.one("summary").text:
        without, with_loader = with_loader, without
    assert [row.one("th").text for row in without.all("table", class_="sums")[0].one("tbody").all("tr")] == [
        *("other", "optimizer", "backward", "forward", "all"),
    ]
    assert "No DataLoader was used" in without.text
    assert "waiting for data" in with_loader.all("table", class_="sums")[0].text
    assert "No DataLoader was used" not in with_loader.text
    cells = [row.text for row in document.one("table", class_="processes").one("tbody").all("tr")]
    assert ["no DataLoader" in cell for cell in cells] == [True, False]


def test_the_cost_of_observing_is_said() -> None:
    said = drawn(ran(processes=[process(looked=0.05), process(8, looked=0.025)])).one("header").text
    assert "The larger checks of graphs and tensors took 50.0 ms in the process with the most of them, 4.0 % of" in said
    assert "and recorded for this page comes on top" in said
    assert "was not measured" in drawn(ran(processes=[process(ended_cleanly=False)])).one("header").text
    assert "cost" not in drawn(ran(processes=[])).one("header").text


def test_a_finding_links_to_the_page_of_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", "https://docs.example/")
    rule = builtin_rules()["loss-accumulates-graph"]
    one = replace(finding("total += loss"), rule=rule.name)
    run = replace(ran({one: LEAK}), catalog={rule.name: rule})
    link = drawn(run).one("details", class_="card").one("p", class_="more").one("a")
    assert link["href"] == "https://docs.example/rules/loss-accumulates-graph/"
    assert not drawn(ran()).all("p", class_="more")  # a rule of a user's own pack
    monkeypatch.setattr(addresses, "SITE", None)
    assert not drawn(run).all("p", class_="more")


def test_all_of_it_can_be_printed() -> None:
    document = drawn(ran())
    (printed,) = re.findall(r"@media print \{\n(.*?)\n\}", document.one("style").text, re.DOTALL)
    light = re.search(r":root \{(.*?)\}", document.one("style").text, re.DOTALL)
    assert light
    names = set(re.findall(r"(--[\w-]+):", light[1]))
    assert names == set(re.findall(r"(--[\w-]+):", printed))  # or the dark ones are on white paper
    assert re.search(r"details::details-content \{[^}]*content-visibility: visible", printed)
    assert "beforeprint" in document.one("script").text
    for hidden in ("nav", ".reset"):
        assert re.search(rf"{re.escape(hidden)}[^{{}}]*\{{ display: none", printed)


# Axes, words and colours.


@pytest.mark.parametrize(
    ("low", "high", "labels", "expected"),
    [
        (0, 384, scales.counts, ["0", "100", "200", "300"]),
        (0, 1, scales.counts, ["0", "1"]),
        (0, 7000, scales.counts, ["0", "2,000", "4,000", "6,000"]),
        (0, 0.03, scales.times, ["0", "10 ms", "20 ms", "30 ms"]),
        (0, 2.1, scales.times, ["0", "0.5 s", "1.0 s", "1.5 s", "2.0 s"]),
        (9.6e6, 1.4e7, scales.sizes, ["10 MB", "11 MB", "12 MB", "13 MB", "14 MB"]),
        (1.16e8, 1.17e8, scales.sizes, ["116.0 MB", "116.2 MB", "116.4 MB", "116.6 MB", "116.8 MB", "117.0 MB"]),
        (5.0, 5.0, scales.sizes, ["5 B", "6 B", "7 B", "8 B", "9 B", "10 B"]),
    ],
)
def test_ticks_are_round_and_have_units(low: float, high: float, labels: scales.Labels, expected: list[str]) -> None:
    axis = scales.axis(low, high, 5, labels, least=1 if labels is scales.counts else 0)
    assert list(axis.labels) == expected
    assert all(axis.low <= tick <= axis.high * (1 + 1e-9) for tick in axis.ticks)


def test_words_for_ends_and_durations() -> None:
    assert [ending(ran(status=status).session) for status in (0, 3, -15, -200)] == [
        "ended normally",
        "failed with exit status 3",
        "was ended by SIGTERM",
        "was ended by signal 200",
    ]
    assert [duration(length) for length in (0.25, 59.2, 61, 7325)] == ["250.0 ms", "59.2 s", "1 min 1 s", "2 h 2 min"]


def test_text_stands_out_from_what_is_behind_it() -> None:
    style = drawn(ran()).one("style").text
    light, dark = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    for block in (light, dark):
        color = dict(re.findall(r"--([\w-]+): (#\w{6})", block))
        outcomes = ("confirmed", "undecided", "refuted", "not-reached")
        on_page = [(name, "page") for name in ("ink", "soft", "link", "used", *outcomes)]
        on_code = [("ink", "raised"), ("soft", "raised"), ("link", "raised"), ("ink", "confirmed-tint")]
        on_code += [("ink", "hit"), ("ink", "near"), ("soft", "confirmed-tint"), ("link", "confirmed-tint")]
        in_flame = [("ink", "own"), ("soft", "theirs"), *(("on-strong", name) for name in outcomes)]
        for ink, behind in (*on_page, *on_code, *in_flame, ("used", "share"), ("used", "most")):
            assert contrast(color[ink], color[behind]) >= 4.5, f"{ink} on {behind}"
        for part in ("waiting", "forward", "backward", "optimizer", "other"):
            assert contrast(color[part], color["page"]) >= 3, part


def contrast(one: str, other: str) -> float:
    """https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio"""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# evidence.json and the files.


KEYS = "schema torchlint command status stopped seconds timeout controls notes findings repairs processes frames"


def test_evidence_for_programs() -> None:
    run = ran(notes=["a note"], status=1)
    said = json.loads(evidence_json(run))
    assert list(said) == KEYS.split()
    assert said["command"] == ["python", "train.py", "--name", "two words"]
    assert (said["schema"], said["status"], said["seconds"], said["notes"]) == (2, 1, 1.25, ["a note"])
    assert said["controls"].items() >= {"limit_batches": 20, "max_steps": None, "timeline": True}.items()
    one = said["findings"][3]
    assert Path(one.pop("filename")).is_absolute()
    evidence = one.pop("evidence")
    assert one == {
        "rule": "some-rule",
        "severity": "error",
        "category": "memory",
        "cell": None,
        "location": {"row": 7, "column": 9},
        "end_location": {"row": 7, "column": 22},
        "message": "`total` keeps graphs alive",
        "suspected": False,
        "fix": {"message": "Detach before adding", "applicability": "safe"},
    }
    assert (evidence["status"], evidence["text"], evidence["processes"]) == ("confirmed", LEAK.text, 1)
    assert evidence["measurements"][0] == {"name": "retained", "value": 1000.0, "unit": "bytes/step"}
    assert evidence["observations"][0]["facts"] == {"chained": 4}
    assert [each["evidence"]["status"] for each in said["findings"][:3]] == ["not-reached", "undecided", "refuted"]
    timeline = said["processes"][0]["timeline"]
    assert [Row(**dict(zip(timeline["columns"], row))) for row in timeline["rows"]] == list(ROWS)
    assert stacks_of(said, 0) == run.session.processes[0].stacks


def stacks_of(said: dict[str, Any], number: int) -> dict[str, int]:
    """The stacks of a process as they were sampled."""
    stored = said["processes"][number]["stacks"]
    return {";".join(said["frames"][frame] for frame in each["frames"]): each["samples"] for each in stored}


FROZEN = "<frozen importlib._bootstrap>:_find_and_load:1176"
TORCH = "/venv/lib/python3.12/site-packages/torch/__init__.py:<module>:"


def test_a_frame_is_stored_once_and_what_imports_do_is_one_frame() -> None:
    stacks = {
        f"/a.py:<module>:1;{FROZEN};{TORCH}10;{FROZEN};{TORCH}20": 3,
        f"/a.py:<module>:1;{FROZEN};{TORCH}11": 2,
        f"/a.py:<module>:2;{FROZEN};/b.py:<module>:7": 5,  # the user's own code, imported
        f"/a.py:<module>:2;{FROZEN};/b.py:<module>:8;{FROZEN};{TORCH}10": 1,
        f"{TORCH}1;{FROZEN};{TORCH}2": 4,  # a program that is installed
    }
    said = json.loads(evidence_json(ran(processes=[process(7, stacks=stacks), process(8, stacks=stacks)])))
    assert stacks_of(said, 0) == {
        "/a.py:<module>:1;<import>": 5,
        "/a.py:<module>:2;/b.py:<module>:7": 5,
        "/a.py:<module>:2;/b.py:<module>:8;<import>": 1,
        f"{TORCH}1;<import>": 4,
    }
    assert stacks_of(said, 1) == stacks_of(said, 0)
    assert len(said["frames"]) == len(set(said["frames"])) == 6
    assert [each["samples"] for each in said["processes"][0]["stacks"]] == [5, 5, 4, 1]


def test_evidence_is_json_whatever_was_measured() -> None:
    odd = Verdict("confirmed", NASTY, (Number("ratio", float("inf")), Number("none", float("nan"))))
    text = evidence_json(ran({finding("total"): odd}, [process(crash=NASTY)]))
    said = json.loads(text.encode("utf-8"), parse_constant=pytest.fail)
    assert [each["value"] for each in said["findings"][0]["evidence"]["measurements"]] == [None, None]
    assert said["processes"][0]["crash"] == NASTY


def test_all_files_are_written_into_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    report.write(folder, ran())
    report.write(folder, ran(status=1))
    assert sorted(path.name for path in folder.iterdir()) == [
        "evidence.json",
        "report.html",
        "stacks.speedscope.json",
    ]
    assert "exit status 1" in (folder / "report.html").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here already")
    with pytest.raises(OSError, match="file"):
        report.write(tmp_path / "file" / "folder", ran())
