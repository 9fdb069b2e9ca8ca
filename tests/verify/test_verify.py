"""Plans and verdicts without a run: what is asked for, and what recorded evidence says."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import torchlint
from torchlint.evidence import Evidence, Observation
from torchlint.files.source import Source
from torchlint.finding import Experiment, Finding, Span
from torchlint.notebooks.notebook import put_together
from torchlint.verdict import Number
from torchlint.verify.judge import verdict
from torchlint.verify.plan import Places, plan_of
from torchlint.verify.records import Process, evidence_of, read_processes
from torchlint.verify.session import evidence_on

RUNTIME = Path(torchlint.__file__).parent / "verify" / "runtime"
TEXT = 'größe = "ü"; total += loss\r\ntotal = total\\\n + größe\r\U0001f525 = 1\n'
SUM = Experiment("retained_graph", (("accumulator", Span(13, 18)), ("at", Span(13, 26))))


def finding(proof: Experiment | None, path: str = "a.py") -> Finding:
    return Finding(path, Span(0, 1), "", proof=proof)


@pytest.mark.parametrize("code", ["total += loss", "total = total\\\n + größe", "loss", "größe", "1"])
def test_places_are_those_of_python(code: str) -> None:
    text = TEXT.replace("\U0001f525", "fire")
    start = text.rindex(code)
    nodes = [node for node in ast.walk(ast.parse(text.encode())) if isinstance(node, ast.stmt | ast.expr)]
    place = Places(text).of(Span(start, start + len(code)))
    assert place in [(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset) for node in nodes]


def test_findings_share_what_is_the_same() -> None:
    other = Experiment("held_activations", (("result", Span(13, 18)),))
    plan = plan_of([(Source("a.py", TEXT), [finding(SUM), finding(None), finding(SUM), finding(other)])])
    (file,) = plan.files
    assert [capture.place for capture in file.captures] == [(1, 16, 1, 21), (1, 16, 1, 29)]
    assert [(site.probe, site.roles) for site in file.sites] == [
        ("retained_graph", {"accumulator": 0, "at": 1}),
        ("held_activations", {"result": 0}),
    ]
    assert [plan.site_of(each) for each in (finding(SUM), finding(other), finding(None))] == [0, 1, None]
    assert json.loads(json.dumps(plan.as_json()))["files"][0]["path"] == str(Path("a.py").resolve())


def test_sites_of_several_files_differ() -> None:
    names = ("a.py", "b.py")
    plan = plan_of((Source(name, TEXT), [finding(SUM, name)]) for name in names)
    assert [plan.site_of(finding(SUM, name)) for name in names] == [0, 1]
    assert len({capture.id for file in plan.files for capture in file.captures}) == 4


def test_a_file_without_experiments_is_not_planned() -> None:
    assert not plan_of([(Source("a.py", TEXT), [finding(None)])]).files


def of_cells(*texts: str) -> Source:
    text, cells = put_together(enumerate(texts, 1))
    return Source("a.ipynb", text, cells=cells)


def test_a_notebook_is_planned_cell_by_cell() -> None:
    source = of_cells("total = 0", "ü = 1; total += ü", "other", "total = 0")
    first, summed = source.text.index("total"), source.text.index("total +=")
    roles = (("at", Span(summed, summed + 10)), ("accumulator", Span(first, first + 5)))
    planned = finding(Experiment("retained_graph", roles), "a.ipynb")
    plan = plan_of([(source, [planned])], 7)
    (file,) = plan.files
    # The last one is like the first, and told apart by their order.
    assert [(cell.number, cell.text) for cell in file.cells or ()] == [
        (1, "total = 0"),
        (2, "ü = 1; total += ü"),
        (4, "total = 0"),
    ]
    assert [[(one.id, one.place) for one in cell.captures] for cell in file.cells or ()] == [
        [(8, (1, 0, 1, 5))],
        [(7, (1, 8, 1, 19))],
        [],
    ]
    assert plan.site_of(planned) == 7
    assert file.told_as(file.sites[0]) == f"{Path('a.ipynb').resolve()}:cell 2"


NOTEBOOK_RECORDS = [
    ([], "undecided", "no kernel was observed"),
    ([{"kind": "kernel"}], "not reached", "no kernel ran this cell with the text that was checked"),
    ([{"kind": "file", "status": "rewritten", "placed": [0]}], "not reached", "this line never ran"),
    ([{"kind": "file", "status": "magic"}], "undecided", "a magic runs this code"),
    ([{"kind": "file", "status": "cell failed"}], "undecided", "this cell could not be prepared"),
    ([{"kind": "file", "status": "rewritten", "lost": [0], "in_magics": [0]}], "undecided", "a magic runs this code"),
    ([{"kind": "file", "status": "rewritten", "lost": [0], "in_magics": []}], "undecided", "can't be observed without"),
    # The magic has run it in the end.
    (
        [
            {"kind": "file", "status": "rewritten", "lost": [0], "in_magics": [0]},
            {"kind": "file", "status": "rewritten", "placed": [0], "lost": [], "in_magics": []},
        ],
        "not reached",
        "this line never ran",
    ),
]


@pytest.mark.parametrize(("records", "outcome", "text"), NOTEBOOK_RECORDS)
def test_what_became_of_a_cell(records: list[dict[str, Any]], outcome: str, text: str) -> None:
    source = of_cells("total += loss")
    start = source.text.index("total")
    proof = Experiment("retained_graph", (("accumulator", Span(start, start + 5)), ("at", Span(start, start + 13))))
    plan = plan_of([(source, [finding(proof, "a.ipynb")])])
    process = Process(1)
    for record in records:
        process.take({"path": f"{Path('a.ipynb').resolve()}:cell 1", **record})
    said = verdict(proof, evidence_on(plan, [process])[0])
    assert said.outcome == outcome
    assert text in said.text


def test_what_no_probe_can_look_at_does_not_spoil_the_rest() -> None:
    later = Experiment("some_later_probe", (("at", Span(13, 18)),))
    plan = plan_of([(Source("a.py", TEXT), [finding(later), finding(SUM)])])
    assert [site.probe for site in plan.files[0].sites] == ["retained_graph"]
    assert [plan.site_of(finding(each)) for each in (later, SUM)] == [None, 0]


WALK = {"tensors": 0, "opaque": 0, "cut": False, "device": "cpu"}
WALKS: list[dict[str, Any]] = [
    {**WALK, "visit": 1, "chained": 1, "nodes": 10, "own": 7_000, "saved": 2_000_000, "memory": 5_000_000},
    {**WALK, "visit": 8, "chained": 8, "nodes": 80, "own": 56_000, "saved": 9_000_000, "memory": 12_070_000},
]
ON_CUDA = [{**walk, "device": "cuda", "memory": 10 * walk["memory"]} for walk in WALKS]
PACKED = [{**walk, "saved": 0, "opaque": 5 * walk["chained"]} for walk in WALKS]
GROWN = [{**PACKED[0], "visit": n, "chained": n, "opaque": 5 * n, "memory": 1_010_000 * n} for n in (1, 2, 3, 4, 8)]
COUNTS = {"with_graph": 8, "without_graph": 0, "unknown": 0, "differentiated": 0, "outlived": 0, "bound": 0}
GROWS = {**COUNTS, "chained": 8, "walks": WALKS}
NODES = [{**walk, "saved": 0} for walk in WALKS]  # after backward
SEEN = Observation(8, 0, 0, "", GROWS, torch="2.2", backward_is_watched=True)
RAN = Evidence(processes=1, file="rewritten", is_placed=True)


def seen(**facts: Any) -> Evidence:
    return replace(RAN, observations=(replace(SEEN, facts={**GROWS, **facts}),))


@pytest.mark.parametrize(
    ("evidence", "outcome", "says"),
    [
        (
            seen(),
            "confirmed",
            "it holds the graphs of 8 steps, 80 nodes and 9.1 MB in all; each step adds 1.0 MB (activations)",
        ),
        (seen(), "confirmed", "the heap grew by 1.0 MB per step"),
        (seen(walks=[{**walk, "saved": 0} for walk in WALKS]), "confirmed", "each step adds 7.0 KB (nodes only)"),
        (seen(walks=[WALKS[0], {**WALKS[1], "cut": True}]), "confirmed", "it holds the graphs of at least 8 steps"),
        (seen(walks=ON_CUDA), "confirmed", "PyTorch's memory on the GPU grew by 10.1 MB per step"),
        (seen(walks=PACKED), "confirmed", "each step adds 1.0 MB (activations)"),
        (
            seen(walks=[{**PACKED[0], "memory": 90_000_000}, *GROWN[1:]]),
            "confirmed",
            "each step adds 1.0 MB (activations)",
        ),
        (seen(walks=[{**walk, "memory": None} for walk in PACKED]), "undecided", "hooks have packed"),
        (seen(differentiated=1), "refuted", "backward ran through it"),
        (seen(differentiated=8, outlived=2), "refuted", "backward ran through it"),
        (seen(differentiated=8, outlived=3), "confirmed", "it holds the graphs of 8 steps"),
        (seen(bound=8, walks=NODES), "refuted", "no more than the newest 8 steps"),
        (seen(bound=8), "confirmed", "it holds the graphs of 8 steps"),
        (seen(bound=9, walks=NODES), "confirmed", "it holds the graphs of 8 steps"),
        (seen(with_graph=0, without_graph=8), "refuted", "no graph in 8 executions"),
        (seen(with_graph=0, without_graph=7, unknown=1), "undecided", "1 execution"),
        (seen(chained=2), "refuted", "more than 2 steps"),
        (seen(chained=2, walks=WALKS[:1]), "undecided", "too large"),
        (seen(chained=2, walks=[{**walk, "cut": True} for walk in WALKS]), "undecided", "too large"),
        (seen(chained=2, with_graph=2), "undecided", "only 2 executions"),
        (replace(RAN, observations=(replace(SEEN, torch=None),)), "undecided", "has not imported torch"),
        (replace(RAN, observations=(replace(SEEN, skipped=8),)), "undecided", "can't be read"),
        (replace(RAN, observations=(replace(SEEN, errors=3, error="KeyError"),)), "undecided", "KeyError"),
        (replace(RAN, observations=(replace(SEEN, backward_is_watched=False),)), "undecided", "could not be seen"),
        (RAN, "not reached", "never ran"),
        (replace(RAN, compiled=2), "undecided", "torch.compile"),
        (replace(RAN, file="not loaded"), "not reached", "no process imported or ran this file"),
        (replace(RAN, file="changed"), "undecided", "changed"),
        (replace(RAN, file="failed"), "undecided", "could not be prepared"),
        (replace(RAN, is_placed=False), "undecided", "without evaluating it twice"),
        (Evidence(), "undecided", "no Python process"),
    ],
)
def test_verdicts(evidence: Evidence, outcome: str, says: str) -> None:
    judged = verdict(SUM, evidence)
    assert judged.outcome == outcome
    assert says in judged.text


def test_one_call_is_told_as_one() -> None:
    """There is no "each" where there is one."""
    once = replace(SEEN, facts={**HELD, **SAVED, "with_graph": 1, "nodes": 1})
    judged = verdict(Experiment("held_activations", ()), replace(RAN, observations=(once,)))
    assert judged.text == "1 call saved activations for a backward that never came: 1 node and 11.3 KB"


def test_processes_are_judged_together() -> None:
    """A process that differentiates the sum refutes what another one alone would confirm."""
    other = replace(SEEN, facts={**GROWS, "differentiated": 2})
    assert verdict(SUM, replace(RAN, observations=(SEEN, other))).outcome == "refuted"
    stays = replace(SEEN, facts={**GROWS, "chained": 1, "walks": WALKS[:1]})
    assert verdict(SUM, replace(RAN, observations=(stays, SEEN))).text.startswith("it holds the graphs of 8 steps")


MODE = {"train": 0, "eval": 0, "switched": 0, "unknown": 0, "differentiated_train": 0, "differentiated_eval": 0}
ASIDE = {"replayed": 0, "predictions": 0, "differing": 0, "kind": "", "change": None, "largest": None, "unreplayed": ""}
REPLAYED = {"replayed": 5, "predictions": 256, "differing": 12, "kind": "samples", "change": 0.31, "largest": 2.4}
LAYERS = {**ASIDE, "dropouts": 1, "batch_norms": 0, "looked_at": 0, "updating": 0, "updates": 0}
NORMS = {**LAYERS, "batch_norms": 2, "looked_at": 3, "updating": 2, "updates": 4}
HELD = {
    "with_graph": 4,
    "without_graph": 0,
    "unknown": 0,
    "grad_enabled": 4,
    "differentiated": 0,
    "nodes": 9,
    "own": 6300,
    "at_once": 0,
    "peak": 0,
    "in_use": None,
    "device": "",
}
PEAK = {"at_once": 2, "peak": 24_000, "in_use": 96_000, "device": "cpu"}
SAVED = {"saved": 5_000, "opaque": 0}
UNCOUNTED = {"counted": 0, "calls": 0, "timed": 0, "seconds": 0}
HOOKS = {"registered": 4, "unknown": 0, "removed": 0, "live": 4, "most_in_one_place": 4, **UNCOUNTED}
CALLED = {**HOOKS, "counted": 4, "calls": 128, "timed": 100, "seconds": 0.00142}


@pytest.mark.parametrize(
    ("probe", "facts", "outcome", "says"),
    [
        ("eval_mode", {**MODE, **LAYERS, "train": 4}, "confirmed", "4 times in train mode, and never differentiated"),
        (
            "eval_mode",
            {**MODE, **LAYERS, **REPLAYED, "train": 4},
            "confirmed",
            "predictions (argmax) differ for 12 of 256 samples looked at: outputs change by up to 0.31, where the",
        ),
        (
            "eval_mode",
            {**MODE, **LAYERS, **REPLAYED, "train": 4, "predictions": 0, "differing": 0, "kind": ""},
            "confirmed",
            "; in eval mode, outputs change by up to 0.31, where the largest is 2.4",
        ),
        (
            "eval_mode",
            {**MODE, **LAYERS, **REPLAYED, "train": 4, "change": 0.0, "differing": 0},
            "undecided",
            "with 1 dropout and 0 batch norms, but eval mode gives exactly the same outputs in 5 calls looked at",
        ),
        (
            "eval_mode",
            {**MODE, **NORMS, **REPLAYED, "train": 4, "change": 0.0, "differing": 0},
            "confirmed",
            "changed by 2 of 3 calls looked at, although eval mode gives exactly the same outputs in 5 calls",
        ),
        (
            "eval_mode",
            {**MODE, **LAYERS, "train": 4, "unreplayed": "its forward uses `print`"},
            "confirmed",
            "; its outputs in eval mode were not measured: its forward uses `print`",
        ),
        ("eval_mode", {**MODE, **LAYERS, "train": 4, "dropouts": 0}, "undecided", "none of its layers"),
        ("eval_mode", {**MODE, **LAYERS, "eval": 4}, "refuted", "4 times in eval mode"),
        ("eval_mode", {**MODE, **LAYERS, "train": 4, "differentiated_train": 4}, "refuted", "part of training"),
        ("eval_mode", {**MODE, **LAYERS, "train": 9, "differentiated_train": 4}, "undecided", "through 4"),
        ("eval_mode", {**MODE, **LAYERS, "eval": 4, "differentiated_eval": 4}, "confirmed", "1 dropout"),
        ("eval_mode", {**MODE, **NORMS, "train": 4}, "confirmed", "changed by 2 of 3 calls looked at"),
        ("eval_mode", {**MODE, **LAYERS, "unknown": 4}, "undecided", "no module"),
        ("eval_mode", {**MODE, **LAYERS, "train": 3, "switched": 1}, "undecided", "after 1 of 4 calls"),
        ("held_activations", {**HELD, **SAVED}, "confirmed", "9 nodes and 11.3 KB each"),
        (
            "held_activations",
            {**HELD, **SAVED, **PEAK},
            "confirmed",
            "11.3 KB each; at most 24.0 KB at once, of 2 graphs: 25.0% of what the heap has in use at that time",
        ),
        (
            "held_activations",
            {**HELD, **SAVED, **PEAK, "device": "cuda"},
            "confirmed",
            "25.0% of what PyTorch has allocated on the GPU at that time",
        ),
        ("held_activations", {**HELD, **SAVED, **PEAK, "in_use": None}, "confirmed", "at once, of 2 graphs"),
        ("held_activations", {**HELD, **SAVED, "differentiated": 1}, "refuted", "part of training"),
        ("held_activations", {**HELD, **SAVED, "with_graph": 0, "grad_enabled": 0}, "refuted", "gradients are off"),
        ("held_activations", {**HELD, **SAVED, "with_graph": 0}, "refuted", "have no graph"),
        ("held_activations", {**HELD, **SAVED, "with_graph": 0, "unknown": 4}, "undecided", "no tensor"),
        ("hook_lifetime", HOOKS, "confirmed", "4 of 4 hooks not removed, up to 4 at once"),
        ("hook_lifetime", {**HOOKS, "live": 1}, "confirmed", "4 of 4 hooks not removed (3 of them freed with their"),
        ("hook_lifetime", {**HOOKS, "removed": 4, "live": 0}, "refuted", "all of 4 hooks were removed"),
        ("hook_lifetime", {**HOOKS, "live": 0, "most_in_one_place": 1}, "refuted", "were freed with"),
        (
            "hook_lifetime",
            CALLED,
            "confirmed",
            "4 at once in one place; their functions were called 128 times, 14.2 us each",
        ),
        ("hook_lifetime", {**CALLED, "timed": 0}, "confirmed", "; their functions were called 128 times"),
        (
            "hook_lifetime",
            {**CALLED, "removed": 4, "live": 0},
            "refuted",
            "were removed; their functions were called 128 times, 14.2 us",
        ),
        (
            "hook_lifetime",
            {**CALLED, "live": 0, "most_in_one_place": 1},
            "refuted",
            "modules or tensors; their functions were called 128 times",
        ),
        ("hook_lifetime", {**HOOKS, "registered": 0, "unknown": 4}, "undecided", "no handle"),
    ],
)
def test_verdicts_of_other_probes(probe: str, facts: dict[str, Any], outcome: str, says: str) -> None:
    judged = verdict(Experiment(probe, ()), replace(RAN, observations=(replace(SEEN, facts=facts),)))
    assert judged.outcome == outcome
    assert says in judged.text


def test_what_only_some_hooks_tell_is_not_said() -> None:
    some = replace(SEEN, facts={**CALLED, "counted": 3})
    assert "called" not in verdict(Experiment("hook_lifetime", ()), replace(RAN, observations=(some,))).text


def test_what_decides_nothing_is_a_number_too() -> None:
    norms, hooks = ({**MODE, **NORMS, "train": 4}, CALLED)
    judged = [
        verdict(Experiment(probe, ()), replace(RAN, observations=(replace(SEEN, facts=facts),)))
        for probe, facts in (("eval_mode", norms), ("hook_lifetime", hooks))
    ]
    assert judged[0].numbers[-1] == Number("statistics updates", 4, "updates")
    assert judged[1].numbers[-2:] == (Number("hook calls", 128, "calls"), Number("hook time", 1.42e-5, "seconds/call"))


def test_torn_records_are_ignored_and_the_last_holds(tmp_path: Path) -> None:
    hello = {"kind": "hello", "pid": 7, "python": "3.12", "torch": None, "backward_is_watched": False}
    first = {"kind": "obs", "site": 0, "visits": 1, "skipped": 0, "errors": 0, "error": "", "facts": {}}
    lines = [hello, {"kind": "torch", "torch": "2.2", "backward_is_watched": True}, first, {**first, "visits": 2}]
    text = "\n".join(json.dumps(line) for line in lines)
    (tmp_path / "7.jsonl").write_text(f'{text}\n{{"kind": "obs", "site": 0, "vis\n\n', encoding="utf-8")
    (tmp_path / "8.jsonl").write_text('{"kind": "hel', encoding="utf-8")
    processes = read_processes(tmp_path)
    assert [process.pid for process in processes] == [7]
    (observation,) = evidence_of(0, "a.py", processes).observations
    assert (observation.visits, observation.torch, observation.backward_is_watched) == (2, "2.2", True)


@pytest.mark.parametrize("path", sorted(RUNTIME.rglob("*.py")), ids=lambda path: path.name)
def test_the_runtime_is_written_for_old_pythons(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ast.parse(text, feature_version=(3, 9))
    assert "from __future__ import annotations" in text or "|" not in text
