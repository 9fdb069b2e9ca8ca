"""What the forwards of PyTorch's modules take, compared with the installed PyTorch."""

from __future__ import annotations

import inspect

import pytest
from torch import nn

from torchlint.knowledge.forward_signatures import forward_parameters
from torchlint.knowledge.torch_api import fact

MODULES = [name for name in dir(nn) if fact(f"torch.nn.{name}") is not None and isinstance(getattr(nn, name), type)]


def declared(cls: type) -> str | None:
    """The parameters of a forward, as the table writes them; None if it takes anything or is only declared."""
    forward = getattr(cls, "forward", nn.Module.forward)
    parameters = list(inspect.signature(forward).parameters.values())[1:] if callable(forward) else []
    if forward is nn.Module.forward or any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return None
    return " ".join(one.name + "=" * (one.default is not one.empty) for one in parameters)


@pytest.mark.parametrize("name", MODULES)
def test_parameters(name: str) -> None:
    cls = getattr(nn, name)
    expected = declared(cls) if issubclass(cls, nn.Module) else None
    assert forward_parameters(f"torch.nn.{name}") == expected


def test_other_names() -> None:
    assert forward_parameters("torch.nn.functional.relu") is None
    assert forward_parameters("torchvision.models.resnet18") is None
