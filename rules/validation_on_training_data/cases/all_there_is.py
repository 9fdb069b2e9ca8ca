"""One dataset for both, of which a run sees whether it is one."""

import torch
from torch.utils.data import DataLoader, Subset, TensorDataset

rows = TensorDataset(torch.arange(16.0).view(-1, 1))


def whole():
    dataset = rows
    train_loader = DataLoader(dataset, batch_size=4, shuffle=True)
    test_loader = DataLoader(dataset, batch_size=4)  # suspected: `dataset` is used for both training and validation
    return len(train_loader) + len(test_loader)


class Halves:
    """Gives another half each time."""

    def __init__(self):
        self.first = 8

    @property
    def half(self):
        self.first = 8 - self.first
        return Subset(rows, range(self.first, self.first + 8))


def halves():
    held = Halves()
    train_loader = DataLoader(held.half, batch_size=4)
    test_loader = DataLoader(held.half, batch_size=4)  # suspected: `held.half` is used for both training and  # refuted
    return len(train_loader) + len(test_loader)


if __name__ == "__main__":
    print(whole() + halves())
