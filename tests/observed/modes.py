"""Counts what PyTorch is asked to do, in the ways in which PyTorch lets a program count."""

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.checkpoint import checkpoint

torch.set_num_threads(1)
torch.manual_seed(0)
torch.set_default_device("cpu")
forwards = []


class Functions(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(getattr(function, "__name__", ""))
        return function(*args, **(kwargs or {}))


class Operators(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.names.append(str(function))
        return function(*args, **(kwargs or {}))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(64, 64)

    def forward(self, rows):
        forwards.append(len(rows))
        return self.layer(rows).relu()


def checkpointed(model):
    total = 0.0
    for _ in range(9):
        loss = checkpoint(model, torch.randn(64, 64), use_reentrant=False).mean()
        total += loss  # confirmed: (activations)
    return repr(total)


def counted(model):
    total = 0.0
    with Functions() as functions:
        for _ in range(5):
            loss = model(torch.randn(4, 64)).mean()
            loss.backward()
            total += loss  # confirmed: (nodes only)
    with Operators() as operators:
        number = 0.0
        for _ in range(5):
            number += model(torch.randn(4, 64)).mean()  # undecided: can't be read
    return functions.names, operators.names


def second_order(model):
    total = 0.0
    rows = torch.randn(4, 64, requires_grad=True)
    for _ in range(4):
        (slope,) = torch.autograd.grad(model(rows).sum(), rows, create_graph=True)
        total = total + slope.square().mean()  # refuted: backward ran through it
    total.backward()
    return repr(rows.grad.norm())


model = Model()
print(checkpointed(model), counted(model), second_order(model), forwards, torch.rand(1))
