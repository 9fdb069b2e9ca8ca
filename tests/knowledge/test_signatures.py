"""Arguments of PyTorch's callables: the names are PyTorch's, and each argument is where it is said to be."""

from __future__ import annotations

import importlib
import inspect

import pytest

from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import AT_ONCE, BATCH_FIRST, HOOK_ARGUMENTS, SCHEDULE_LENGTHS, SETTINGS
from torchlint.knowledge.torch_api import fact, of_kind

SCHEDULERS = {name: places for name, places in SCHEDULE_LENGTHS.items() if not name.startswith("get_")}  # transformers'


@pytest.mark.parametrize("name", SCHEDULERS)
def test_schedulers_take_the_number_of_steps_there(name: str) -> None:
    assert f"torch.optim.lr_scheduler.{name}" in of_kind("scheduler")
    made = getattr(importlib.import_module("torch.optim.lr_scheduler"), name)
    parameters = list(inspect.signature(made).parameters)
    assert {parameters.index(keyword): keyword for _, keyword in SCHEDULERS[name]} == dict(SCHEDULERS[name])


def test_each_recurrent_layer_takes_batch_first() -> None:
    assert set(BATCH_FIRST) == full_names("recurrent", of="torch.nn")


def test_hooks_are_registered_by_these() -> None:
    known = {method: fact(f"torch.nn.Module.{method}") or fact(f"torch.Tensor.{method}") for method in HOOK_ARGUMENTS}
    assert {method for method, one in known.items() if one is not None and one.returns == "handle"} == set(known)


def test_what_does_it_at_once_is_no_context_that_must_be_entered() -> None:
    acting = full_names("acts-when-called", of="torch.autograd")
    assert acting <= of_kind("context")
    assert {function for function, _ in AT_ONCE.values()} <= acting
    assert of_kind("context") - acting >= set(AT_ONCE)


@pytest.mark.parametrize("name", SETTINGS)
def test_modules_of_settings_are_pytorchs(name: str) -> None:
    importlib.import_module(name)
