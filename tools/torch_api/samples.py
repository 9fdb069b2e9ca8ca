"""Calls of calls.txt: what PyTorch's functions show in the form that people write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import torch

from tools.torch_api.measure import Seen, observe
from tools.torch_api.surface import Entry


def calls(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What the calls show, by name. Raises KeyError for a name that torch lacks, RuntimeError for a call that fails."""
    found = {}
    for name, expression in expressions():
        if name not in entries:
            raise KeyError(f"calls.txt has a call of {name}, which is no public name")
        try:
            found[name] = observe(partial(eval, compile(expression, name, "eval")), partial(given, expression))
        except Exception as error:
            raise RuntimeError(f"the call of {name} in calls.txt does not run: {expression}") from error
    return found


def expressions() -> Iterator[tuple[str, str]]:
    """The names of calls.txt with their expressions."""
    namespace = ""
    for line in Path(__file__).with_name("calls.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            short, expression = line.split(maxsplit=1)
            yield f"{namespace}.{short}", expression
        elif not line.startswith("#"):
            namespace = line


def given(expression: str) -> dict[str, Any]:
    """The variables of an expression, those for training only where it has one of them."""
    words = set(re.findall(r"(?<![.\w'])[a-z]+", expression))
    return _tensors() | (_training() if words & _training_names() else {})


@cache
def _training_names() -> frozenset[str]:
    """The names of the variables for training."""
    return frozenset(_training())


def _tensors() -> dict[str, Any]:
    """Short names for modules, and tensors; those of floating-point numbers have a graph and are not its leaves."""

    def floats(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, requires_grad=True) * 1

    square = floats(3, 3)
    return {
        "torch": torch,
        "nn": torch.nn,
        "F": torch.nn.functional,
        "D": torch.distributions,
        "rnn": torch.nn.utils.rnn,
        "x": floats(2, 3),
        "y": floats(2, 3),
        "one": floats(1).sum(),
        "vector": floats(4),
        "square": square,
        "definite": square @ square.T + torch.eye(3),
        "batch": floats(2, 3, 3),
        "series": floats(1, 2, 8),
        "image": floats(1, 4, 8, 8),
        "volume": floats(1, 2, 8, 8, 8),
        "plain": torch.rand(2, 3),
        "leaf": torch.rand(2, 3, requires_grad=True),
        "mask": torch.tensor([[True, False, True], [False, True, False]]),
        "ids": torch.tensor([0, 1]),
        "whole": torch.tensor([[1, 2, 3], [4, 5, 6]]),
        "sparse": torch.eye(3).to_sparse(),
        "quantized": torch.quantize_per_tensor(torch.rand(2, 3), 0.1, 0, torch.quint8),
    }


def _training() -> dict[str, Any]:
    """Modules with gradients, and what trains them."""
    linear = torch.nn.Linear(3, 3)
    optimizer = torch.optim.SGD(linear.parameters(), 0.1)
    loss = linear(torch.rand(2, 3)).sum()
    loss.backward(retain_graph=True)
    scaler, stepped = torch.amp.GradScaler("cpu"), torch.amp.GradScaler("cpu")
    for each in scaler, stepped:
        each.scale(loss)
    stepped.step(optimizer)
    rows = torch.utils.data.TensorDataset(torch.rand(4, 2))
    mean = torch.rand(2, 3, requires_grad=True) * 1
    return {
        "linear": linear,
        "chain": torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU()),
        "parts": torch.nn.ModuleList([torch.nn.Linear(3, 3)]),
        "named": torch.nn.ModuleDict({"a": torch.nn.Linear(3, 3)}),
        "weights": torch.nn.ParameterList([torch.rand(2)]),
        "averaged": torch.optim.swa_utils.AveragedModel(linear),
        "optimizer": optimizer,
        "scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 1),
        "plateau": torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer),
        "scaler": scaler,
        "stepped": stepped,
        "normal": torch.distributions.Normal(mean, mean.exp()),
        "rows": rows,
        "loader": torch.utils.data.DataLoader(rows, 2),
        "packed": torch.nn.utils.rnn.pack_sequence([mean, mean[:1]]),
        "handle": linear.register_forward_hook(lambda *_: None),
        "generator": torch.Generator(),
    }
