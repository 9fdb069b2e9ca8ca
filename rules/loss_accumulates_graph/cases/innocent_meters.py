"""Meters that are given plain numbers, or that cut the graph themselves."""

import torch
from torch import nn

model = nn.Linear(8, 3)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]


class Average:
    """Sums whatever it is given."""

    def __init__(self):
        self.sum = 0.0
        self.count = 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n


class Careful:
    """Takes tensors and keeps numbers."""

    def __init__(self):
        self.sum = 0.0
        self.last = None

    def update(self, value):
        self.last = value
        if torch.is_tensor(value):
            value = value.item()
        self.sum += value


class Detaching:
    def __init__(self):
        self.total = torch.zeros(())

    def add(self, value):
        self.total += value.detach()


class Bounded:
    """Keeps the newest value only."""

    def __init__(self):
        self.value = None

    def update(self, value):
        self.value = value


def share_of_hits(logits, labels, ranks=(1, 2)):
    best = logits.topk(max(ranks), dim=1).indices
    hits = best.eq(labels.unsqueeze(1))
    return [hits[:, :rank].any(1).float().mean() for rank in ranks]


def main():
    losses, first, second = Average(), Average(), Average()
    careful, detaching, bounded = Careful(), Detaching(), Bounded()
    for inputs, labels in batches:
        optimizer.zero_grad()
        logits = model(inputs)
        loss = criterion(logits, labels)
        loss.backward()
        optimizer.step()
        hits = share_of_hits(logits, labels)
        losses.update(loss.item(), len(labels))
        first.update(hits[0], len(labels))
        second.update(hits[1])
        careful.update(loss)
        detaching.add(loss)
        bounded.update(loss)
    print(losses.sum, first.sum, second.sum, careful.sum, detaching.total, bounded.value)


if __name__ == "__main__":
    main()
