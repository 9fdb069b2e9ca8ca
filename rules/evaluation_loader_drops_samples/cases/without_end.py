"""What one pass leaves out comes in another, where passes go on for ever and shuffle."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

rows = TensorDataset(torch.arange(11.0)[:, None])


def batches():
    test_loader = DataLoader(rows, batch_size=4, shuffle=True, drop_last=True)
    while True:
        for (batch,) in test_loader:
            yield batch


def ordered_batches():
    test_loader = DataLoader(rows, batch_size=4, drop_last=True)  # suspected: leaves the last samples out
    while True:
        for (batch,) in test_loader:
            yield batch


def one_pass():
    test_loader = DataLoader(rows, batch_size=4, shuffle=True, drop_last=True)  # suspected: leaves the last samples out
    for (batch,) in test_loader:
        yield batch


drawn, ordered = batches(), ordered_batches()
print([next(drawn).shape for _ in range(5)], [next(ordered).shape for _ in range(5)])
print([batch.shape for batch in one_pass()])


def begun_again(model: nn.Module, train: Dataset, held_out: Dataset) -> None:
    """Batches are taken now and then, and the loader begins again where they end."""
    test_loader = DataLoader(held_out, batch_size=32, shuffle=True, drop_last=True)
    val_loader = DataLoader(held_out, batch_size=32, drop_last=True)  # suspected: leaves the last samples out
    test_batches, val_batches = iter(test_loader), iter(val_loader)
    for step in range(1000):
        if step % 100 == 0:
            model.eval()
            try:
                x = next(test_batches)
            except StopIteration:
                test_batches = iter(test_loader)
                x = next(test_batches)
            try:
                y = next(val_batches)
            except StopIteration:
                val_batches = iter(val_loader)
                y = next(val_batches)
            with torch.no_grad():
                print(model(x).mean(), model(y).mean())
