import torch


class Meter:
    """A mean that is kept as a sum and a number."""

    def __init__(self):
        self.total = 0.0
        self.number = 0

    def add(self, value, number=1):
        self.total += float(value) * number
        self.number += number

    def mean(self):
        return self.total / max(1, self.number)


@torch.no_grad()
def accuracy(outputs, labels):
    """The share of rows whose largest output is the label's."""
    return (outputs.argmax(dim=1) == labels).float().mean()
