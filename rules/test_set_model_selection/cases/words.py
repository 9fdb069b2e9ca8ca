"""Names that contain the word for data that may choose, and mean something else: values, intervals, trainables."""

import torch
from torch import nn


def accuracy(logits: torch.Tensor, labels: torch.Tensor) -> float:
    return float((logits.argmax(1) == labels).float().mean())


def by_values(model: nn.Module, epochs: int, train: torch.Tensor, test_rows: torch.Tensor, test_labels: torch.Tensor,
              cache_values: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best = 0.0
    for _ in range(epochs):
        optimizer.zero_grad()
        model(train).sum().backward()
        optimizer.step()
        logits = torch.matmul(model(test_rows), cache_values)
        score = accuracy(logits, test_labels)
        if score > best:  # suspected: `score` is measured on
            best = score
            torch.save(model.state_dict(), "best.pt")


def by_validation(model: nn.Module, epochs: int, train: torch.Tensor, val_rows: torch.Tensor, val_labels: torch.Tensor,
                  test_rows: torch.Tensor, test_labels: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best = 0.0
    for _ in range(epochs):
        optimizer.zero_grad()
        model(train).sum().backward()
        optimizer.step()
        score = accuracy(model(val_rows), val_labels)
        print(accuracy(model(test_rows), test_labels))
        if score > best:
            best = score
            torch.save(model.state_dict(), "best.pt")
