"""A model whose parts come from a package that is not seen, and a loss of such parts, which nobody evaluates."""

import parts
from torch import nn


class Stacked(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.encode = parts.Encoder(sizes)
        self.head = parts.Head(sizes)

    def forward(self, rows):
        return self.head.forward(self.encode.forward(rows))


class Focal(nn.Module):
    def __init__(self):
        super().__init__()
        self.terms = parts.Terms(2)

    def forward(self, scores, labels):
        return self.terms(scores, labels)


def score(stacked, loss_of, batches):
    stacked.eval()
    total = 0.0
    for rows, labels in batches:
        scores = stacked(rows)  # finding: `stacked` is evaluated with gradients enabled
        total += loss_of(scores, labels).item()
    return total


def compare(scores, batches):
    loss_of = Focal()
    total = 0.0
    for rows, labels in batches:
        total += loss_of(rows @ scores, labels).item()
    return total


if __name__ == "__main__":
    print(score(Stacked({}), nn.CrossEntropyLoss(), parts.batches()))
    print(compare(parts.scores(), parts.batches()))
