"""A loss over labelled rows only, in batches of which the last ones have no label."""

import torch
from torch import nn


def selected_mean(errors: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return errors[labels >= 0].mean()  # finding: `errors[labels >= 0]` can be empty


def weighed_mean(errors: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    mask = labels >= 0
    return (errors * mask).sum() / mask.sum()  # finding: `mask.sum()` can be 0


def main() -> None:
    torch.manual_seed(0)
    rows, labels = torch.randn(12, 4), torch.randint(2, (12,)).float()
    labels[8:] = -1
    for loss_of in (selected_mean, weighed_mean):
        model = nn.Linear(4, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for start in range(0, 12, 4):
            errors = (model(rows[start : start + 4]).squeeze(-1) - labels[start : start + 4]).pow(2)
            loss = loss_of(errors, labels[start : start + 4])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(f"{loss_of.__name__}: {loss.item():.3f}")


if __name__ == "__main__":
    main()
