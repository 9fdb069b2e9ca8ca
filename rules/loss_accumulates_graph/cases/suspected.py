"""Where reading this file alone cannot tell: the callers, the model or the criterion are somewhere else."""

from torch import nn
from torch.nn import functional as F

LOSSES = {}


def register(name):
    def keep(function):
        LOSSES[name] = function
        return function

    return keep


def validate(model, loader, criterion):
    model.eval()
    total = 0.0
    for inputs, labels in loader:
        total += criterion(model(inputs), labels)  # suspected: `total` keeps the graph
    print(total.item() / len(loader))


def validate_by_name(name, batches):
    model, total = nn.Linear(8, 3), 0.0
    criterion = LOSSES[name]
    for inputs, labels in batches:
        loss = criterion(model(inputs), labels)
        total += loss  # suspected: `total` keeps the graph
    print(f"{total:.4f}")


class Ensemble:
    """Who calls `loss` may run backward through it, or only print it."""

    def __init__(self, members):
        self.members = [nn.Linear(8, 3) for _ in range(members)]

    def loss(self, batches):
        total = 0.0
        for inputs, labels in batches:
            for member in self.members:
                total += F.cross_entropy(member(inputs), labels)  # suspected: `total` keeps the graph
        return total
