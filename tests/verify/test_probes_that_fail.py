"""Whatever raises in a probe, or in what stands around all of them, the program goes on, and the verdict says why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.runtime_parts import RUNTIME, importable, part
from tests.verify.test_probes import files_in, made
from torchlint.finding import Experiment
from torchlint.verify.judge import verdict
from torchlint.verify.records import evidence_of, read_processes

NAMES = sorted(files_in(RUNTIME / "_torchlint" / "probes"))
# All that is asked of a probe while the program runs.
ASKED = ("visit", "awaits_backward", "backward", "awaits_step", "stepped", "lose", "end")
# What runs around the probes, by its module.
AROUND = {
    "look": [("torch_state", "undisturbed")],
    "backward": [("torch_state", "undisturbed"), ("graph", "starts_of"), ("sites", "Roots")],
    "step": [("torch_state", "undisturbed"), ("steps", "count")],
}


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[Any]:
    """The runtime's sites, whose records go to a folder."""
    with importable():
        plan: Any = part("plan")
        evidence = part("evidence")
        plan.evidence_folder = str(tmp_path)
        evidence.open_file()
        evidence.torch_is_here("2.2", True)
        try:
            yield part("sites")
        finally:
            evidence.leave_to_parent()


def fail(*_: Any, **__: Any) -> Any:
    raise RuntimeError("a fault of ours")


def planned(name: str) -> dict[str, Any]:
    roles = [role for role, _ in made(name).captures]
    return {"id": 0, "probe": name, "roles": {role: number for number, role in enumerate(roles)}}


def run(sites: Any, site: dict[str, Any], times: int = 3) -> None:
    """What a program does at a place: values are captured, it differentiates, its optimizer makes a step."""
    for _ in range(times):
        for capture in site["roles"].values():
            sites.look(capture, 0.5)
        sites.backward_starts(())
        sites.optimizer_stepped(SimpleNamespace(param_groups=[]))
    sites.write()


def said(name: str, folder: Path) -> tuple[str, str]:
    its = verdict(Experiment(name, ()), evidence_of(0, "", read_processes(folder)))
    return its.outcome, its.text


@pytest.mark.parametrize("name", NAMES)
def test_a_probe_that_raises_is_undecided(
    name: str, sites: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, site = part("probes").probe(name), planned(name)
    sites.add(site)
    for asked in ASKED:
        monkeypatch.setattr(kind, asked, fail)
    run(sites, site)
    outcome, text = said(name, tmp_path)
    assert outcome == "undecided"
    assert text.startswith("the probe failed ")
    assert text.endswith("executions: RuntimeError")


@pytest.mark.parametrize("asked", ASKED)
def test_one_part_of_a_probe_that_raises_is_enough(
    asked: str, sites: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A probe that hears of everything, and where tensors can't be looked at if that is what shall fail."""

    def nothing(*_: Any) -> None:
        return

    site, kind = planned("stale_gradients"), part("probes").probe("stale_gradients")
    for other in ("visit", "backward", "stepped", "lose", "end"):
        monkeypatch.setattr(kind, other, nothing)
    for other in ("awaits_backward", "awaits_step"):
        monkeypatch.setattr(kind, other, lambda _: True)
    monkeypatch.setattr(kind, "touches_tensors", True)
    monkeypatch.setattr(part("torch_state"), "may_be_touched", lambda: asked != "lose")
    monkeypatch.setattr(kind, asked, fail)
    sites.add(site)
    assert sites._hear_backwards
    assert sites._hear_steps
    run(sites, site)
    assert said("stale_gradients", tmp_path)[1].endswith(": RuntimeError")


@pytest.mark.parametrize(
    ("module", "function"), sorted({place for places in AROUND.values() for place in places}), ids=".".join
)
def test_what_fails_around_probes_leaves_them_undecided(
    module: str, function: str, sites: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, site = part("probes").probe("stale_gradients"), planned("stale_gradients")
    monkeypatch.setattr(kind, "visit", lambda *_: None)
    monkeypatch.setattr(kind, "backward", lambda *_: None)
    monkeypatch.setattr(kind, "awaits_backward", lambda _: True)
    monkeypatch.setattr(part(module), function, fail)
    sites.add(site)
    run(sites, site)
    outcome, text = said("stale_gradients", tmp_path)
    assert outcome == "undecided"
    assert text.endswith("executions: RuntimeError")


def test_facts_that_are_no_json_cost_the_facts(sites: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, site = part("probes").probe("lost_parameter"), planned("lost_parameter")
    monkeypatch.setattr(kind, "visit", lambda self, *_: self.facts.update(seen=object()))
    sites.add(site)
    run(sites, site)
    assert said("lost_parameter", tmp_path)[1].endswith(": TypeError")
    records = [json.loads(line) for path in tmp_path.glob("*.jsonl") for line in path.read_text().split("\n") if line]
    assert [one["facts"] for one in records if one["kind"] == "obs"][-1] == {}


def test_a_probe_that_can_not_begin_anew_in_a_fork_is_undecided(
    sites: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, site = part("probes").probe("lost_parameter"), planned("lost_parameter")
    monkeypatch.setattr(kind, "visit", lambda *_: None)
    sites.add(site)
    monkeypatch.setattr(kind, "begin", fail)
    sites.start_anew()
    run(sites, site)
    assert said("lost_parameter", tmp_path)[1].endswith(": RuntimeError")
