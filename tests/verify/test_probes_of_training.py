"""What probes see of training: losses that are sums, names of a prepared model, and the epochs of samplers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.runtime_parts import importable, part

torch = pytest.importorskip("torch")
F = torch.nn.functional

LABELS = torch.tensor([0, 2])
TARGET = torch.zeros(2, 3)
SUMS: dict[str, Callable[[Any], Any]] = {
    "squares": lambda z: F.mse_loss(z, TARGET, reduction="sum"),
    "absolute": lambda z: F.l1_loss(z, TARGET, reduction="sum"),
    "classes": lambda z: F.cross_entropy(z, LABELS, reduction="sum"),
    "one by one": lambda z: F.cross_entropy(z, LABELS, reduction="none").sum(),
    "by hand": lambda z: ((z - TARGET) ** 2).sum(),
}
MEANS: dict[str, Callable[[Any], Any]] = {
    "squares": lambda z: F.mse_loss(z, TARGET),
    "absolute": lambda z: F.l1_loss(z, TARGET),
    "classes": lambda z: F.cross_entropy(z, LABELS),
    "of two heads": lambda z: torch.stack([F.mse_loss(z, TARGET), F.cross_entropy(z, LABELS)]).sum(),
}


@pytest.fixture(scope="module")
def module_patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module")
def probes(module_patch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """The probes as they are in a process that is observed."""
    with importable():
        part("torch_state").__dict__["torch"] = torch
        module_patch.setattr(part("evidence"), "write", lambda *kind, **said: None)
        yield lambda name: part(f"probes.{name}")


def show(site: Any, role: str, value: Any) -> None:
    """Let a probe see what its program captures."""
    part("site").Watcher(site, role).show(value, may_touch=True)


def summed(probes: Callable[[str], Any], loss: Callable[[Any], Any]) -> Any:
    """How many of one loss are seen to be sums."""
    site = probes("summed_losses").SummedLosses(0, ["loss", "at"])
    show(site, "loss", loss(torch.ones(2, 3, requires_grad=True)))
    assert (site.facts["losses"], site.errors) == (1, 0)
    return site.facts["summed"]


@pytest.mark.parametrize("name", SUMS)
def test_a_loss_that_is_a_sum(name: str, probes: Callable[[str], Any]) -> None:
    assert summed(probes, SUMS[name]) == 1


@pytest.mark.parametrize("name", MEANS)
def test_a_loss_that_is_a_mean(name: str, probes: Callable[[str], Any]) -> None:
    assert summed(probes, MEANS[name]) == 0


def alone(probes: Callable[[str], Any], role: str) -> Any:
    """How many state dicts are seen that may only have no prefix since there is one process."""
    site = probes("checkpoint_keys").CheckpointKeys(0, [role])
    show(site, role, torch.nn.Linear(2, 1).state_dict())
    assert (site.facts["keys"], site.facts["module"], site.errors) == (2, 0, 0)
    return site.facts["alone"]


def test_what_a_single_process_prepares_has_no_wrapper(probes: Callable[[str], Any]) -> None:
    assert (alone(probes, "prepared"), alone(probes, "state")) == (1, 0)


def test_what_one_of_several_processes_prepares(probes: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"is_available": True, "is_initialized": True, "get_world_size": 2}
    for name, answer in answers.items():
        monkeypatch.setattr(torch.distributed, name, lambda answer=answer: answer)
    assert alone(probes, "prepared") == 0


def passes_over(sampler: Any, data: Any, epochs: int) -> None:
    """What the runtime is told of passes over a loader that has this sampler."""
    loader = torch.utils.data.DataLoader(data, batch_size=2, sampler=sampler)
    for _ in range(epochs):
        part("loaders").asked(iter(loader))


def test_a_sampler_may_be_where_one_was_before(probes: Callable[[str], Any]) -> None:
    """Another object can get the identity of a sampler that is gone: neither has the other's epochs."""
    data = torch.utils.data.TensorDataset(torch.zeros(8, 1))
    sites = [probes("sample_order").SampleOrder(number, ["sampler"]) for number in range(50)]
    for site in sites:
        sampler = torch.utils.data.DistributedSampler(data, num_replicas=2, rank=0)
        show(site, "sampler", sampler)
        passes_over(sampler, data, site.id % 3 + 2)
        del sampler
    for site in sites:
        site.end()
    assert [(site.facts["passes"], site.facts["repeated"]) for site in sites] == [
        (number % 3 + 2, number % 3 + 1) for number in range(50)
    ]


def test_zeros_of_an_activation_are_not_dropped_numbers(probes: Callable[[str], Any]) -> None:
    site = probes("dropout_in_eval").DropoutInEval(0, ["model", "dropped", "at"])
    hidden = torch.tensor([0.0, 0.0, 1.0, 2.0, 0.0, 3.0, 4.0, 0.0])
    show(site, "model", torch.nn.Linear(1, 1).eval())
    show(site, "dropped", hidden)
    show(site, "at", hidden.where(hidden != 4, 0.0))
    assert (site.facts["dropped"], site.facts["compared"], site.errors) == (1, 4, 0)


@pytest.mark.parametrize("clears", [True, False])
def test_gradients_that_a_hook_of_the_step_clears(clears: bool, probes: Callable[[str], Any]) -> None:
    layer = torch.nn.Linear(2, 1)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    site = probes("stale_gradients").StaleGradients(0, ["optimizer", "at"])
    for _ in range(3):
        layer(torch.ones(1, 2)).sum().backward()
        show(site, "optimizer", optimizer)
        optimizer.step()
        if clears:
            optimizer.zero_grad()
        site.hear_step(optimizer, may_touch=True)
    assert (site.facts["steps"], site.facts["cleared"], site.errors) == (3, 3 if clears else 0, 0)


def test_tensors_in_a_list_are_counted_beside_their_graphs(probes: Callable[[str], Any]) -> None:
    layer = torch.nn.Linear(2, 1000)
    site = probes("retained_graph").RetainedGraph(0, ["accumulator", "at"])
    kept: list[Any] = []
    for _ in range(4):
        kept.append(layer(torch.ones(1, 2)))
        show(site, "accumulator", (kept, ()))
    assert [walk["tensors"] for walk in site.facts["walks"]] == [4000 * n for n in (1, 2, 3, 4)], site.error
    saving = probes("retained_graph").RetainedGraph(0, ["accumulator", "at"])
    show(saving, "accumulator", ([torch.exp(kept[-1])], ()))  # its result is what its node saves
    assert saving.facts["walks"][-1]["tensors"] == 0


def test_a_place_that_is_known_before_torch_is_imported_sees_its_loaders_watched(
    probes: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part("loaders"), "is_watched", False)
    site = probes("loader_order").LoaderOrder(0, ["loader"])
    monkeypatch.setattr(part("loaders"), "is_watched", True)
    show(site, "loader", torch.utils.data.DataLoader([1, 2, 3]))
    site.end()
    assert (site.facts["in_order"], site.facts["is_watched"], site.errors) == (1, True, 0)
