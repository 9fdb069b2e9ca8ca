"""Dataclasses, NamedTuples and the like: what each object was given for its fields."""

from dataclasses import dataclass, field
from typing import NamedTuple, Optional

import torch
from torch import nn

weights = torch.tensor([0.1], requires_grad=True)
options = make_options()


@dataclass
class Output:
    loss: torch.Tensor
    probabilities: Optional[torch.Tensor] = None
    hidden: list = field(default_factory=list)
    is_last: bool = False

    def squashed(self):
        return torch.sigmoid(self.loss)


class Pair(NamedTuple):
    loss: torch.Tensor
    count: int


@dataclass
class Options:
    use_half: bool = False
    depth: int = 2


@dataclass
class Halved:
    loss: torch.Tensor

    def __post_init__(self):
        self.loss = self.loss / 2
        self.squashed = torch.sigmoid(self.loss)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        return Output(probabilities=torch.softmax(self.layer(x), -1), loss=self.layer(x).mean())


training, evaluation = Output(weights), Output(weights.detach(), torch.sigmoid(weights))
reveal(training.loss)  # tensor, grad
reveal(training.probabilities)  # none
reveal(training.hidden)  # list
reveal(training.squashed())  # tensor, grad, sigmoid
reveal(evaluation.loss)  # tensor, no grad
reveal(evaluation.probabilities)  # tensor, grad, sigmoid
reveal(evaluation["probabilities"])  # tensor, grad, sigmoid
reveal(Output(weights, **options).probabilities)  # unknown
chosen = training if options else evaluation
reveal(chosen.loss)  # tensor, maybe grad
reveal(Net()(weights).loss)  # tensor, grad
reveal(Net()(weights).probabilities)  # tensor, grad, softmax

pair = Pair(weights, 3)
loss, count = pair
reveal(loss)  # tensor, grad
reveal(count)  # number
reveal(pair[0])  # tensor, grad
reveal(pair[-1])  # number
reveal(pair.loss)  # tensor, grad


def assigned_elsewhere(output):
    output.is_last = weights


assigned_elsewhere(training)
reveal(Output(weights).is_last)  # tensor, maybe grad

# What is computed from the fields is the class's own.
reveal(Halved(weights).squashed)  # tensor, maybe grad, sigmoid

# Settings are those of any object of the class.
halves = Options(use_half=True)
value = 1.0
if halves.use_half:
    value = weights
reveal(value)  # tensor, maybe grad
