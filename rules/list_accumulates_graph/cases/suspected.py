"""Where reading this file alone cannot tell: whether the values have graphs, or whether a caller differentiates them."""

from torch import nn
from torch.nn import functional as F


def collect(model, loader):
    model.eval()
    outputs = []
    for inputs, _ in loader:
        outputs.append(model(inputs))  # suspected: `outputs` keeps the graph
    return outputs


class Ensemble:
    """Who calls `losses` may differentiate them, or only print them."""

    def __init__(self, members):
        self.members = [nn.Linear(8, 3) for _ in range(members)]

    def losses(self, batches):
        losses = []
        for inputs, labels in batches:
            for member in self.members:
                losses.append(F.cross_entropy(member(inputs), labels))  # suspected: `losses` keeps the graph
        return losses
