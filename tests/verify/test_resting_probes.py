"""Visits at which a probe has nothing to see are only counted: what it knows in the end is the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.runtime_parts import RUNTIME, importable, part
from tests.verify.test_probes import files_in, made

torch = pytest.importorskip("torch")

LOOKS = [1, 2, 3, 4, 8, 16, 32, 64]
VISITS = 70
with importable():
    RESTING = sorted(name for name in files_in(RUNTIME / "_torchlint" / "probes") if part("probes").probe(name).rests)


@pytest.fixture
def sites(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The runtime's sites in a process that has torch, and writes nothing."""
    with importable():
        monkeypatch.setattr(part("torch_state"), "torch", torch)
        monkeypatch.setattr(part("evidence"), "write", lambda *_, **__: None)
        yield part("sites")


def planned(name: str, identity: int, first_capture: int) -> dict[str, Any]:
    roles = sorted((role for role, _ in made(name).captures), key=lambda role: role != "callee")  # evaluated first
    return {"id": identity, "probe": name, "roles": {role: first_capture + number for number, role in enumerate(roles)}}


def visited(sites: Any, plan: dict[str, Any], values: dict[int, list[Any]]) -> tuple[Any, int]:
    """The site after a program that captures these values in turn, and of how many of them its probe was told."""
    sites.add(plan)
    site = sites._sites[plan["id"]]
    told, visit = [0], site.visit

    def counted(role: str, value: Any) -> None:
        told[0] += 1
        visit(role, value)

    site.visit = counted
    for number in range(VISITS):
        for capture, its in values.items():
            sites.look(capture, its[number])
    return site, told[0]


@pytest.mark.parametrize("name", RESTING)
def test_what_a_probe_knows_does_not_depend_on_resting(name: str, sites: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = torch.Generator().manual_seed(0)
    plan = planned(name, 1, 1)
    values = {
        capture: [torch.rand(3, 4, generator=generator) for _ in range(VISITS)] for capture in plan["roles"].values()
    }
    resting, few = visited(sites, plan, values)
    monkeypatch.setattr(type(resting), "rests", False)
    again = planned(name, 2, 100)
    awake, all_of_them = visited(sites, again, {capture + 99: its for capture, its in values.items()})
    assert not resting.errors, resting.error
    assert any(awake.facts.values())
    assert (resting.visits, resting.facts) == (awake.visits, awake.facts)
    assert few < all_of_them / 2


def test_a_probe_is_told_of_the_visits_that_it_looks_at(sites: Any) -> None:
    plan = planned("clipped_gradients", 1, 1)
    sites.add(plan)
    site, seen = sites._sites[1], []

    def visit(role: str, _: Any) -> None:
        if role == "parameters" and site.is_worth_a_look():
            seen.append(site.visits)

    site.visit = visit
    for _ in range(VISITS):
        for capture in plan["roles"].values():
            sites.look(capture, 0.5)
    assert seen == LOOKS
    assert site.visits == VISITS


def test_roles_that_come_the_other_way_round_are_all_told(sites: Any) -> None:
    """`loss(target=y, input=p)`: the target comes before what a visit begins with, and belongs to it."""
    plan = planned("softmaxed_input", 1, 1)
    logits = torch.rand(3, 4).softmax(1)
    captures = list(reversed(plan["roles"].items()))
    values = {capture: [logits] * VISITS for _, capture in captures}
    site, told = visited(sites, plan, values)
    assert told == VISITS * len([role for role, _ in captures if role in site.roles])


def test_two_probes_on_one_value_rest_each_by_itself(sites: Any) -> None:
    roles = {"class_logits": 1, "target": 2}
    sites.add({"id": 1, "probe": "softmaxed_input", "roles": roles})
    sites.add({"id": 2, "probe": "discarded_result", "roles": {"tensor": 1, "at": 3}})
    value = torch.rand(3, 4)
    for number in range(VISITS):
        sites.look(1, value)
        sites.look(2, torch.zeros(3, dtype=torch.long))
        sites.look(3, value + number % 2)
    one, other = sites._sites[1], sites._sites[2]
    assert (one.visits, other.visits) == (VISITS, VISITS)
    assert one.facts["checked"] == len(LOOKS)
    assert sum(other.facts[name] for name in ("same", "different", "unmeasured")) == VISITS
