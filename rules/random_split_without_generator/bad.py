"""A training that goes on from its checkpoint when it is started again."""

import tempfile
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

CHECKPOINT = Path(tempfile.gettempdir()) / "random_split_without_generator.pt"


def train(dataset: TensorDataset, epochs: int) -> set[float]:
    training, validation = random_split(dataset, [0.8, 0.2])  # finding: splits differently in each run
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    if CHECKPOINT.exists():
        state = torch.load(CHECKPOINT, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
    for _ in range(epochs):
        for (rows,) in DataLoader(training, batch_size=8, shuffle=True):
            optimizer.zero_grad()
            model(rows).pow(2).mean().backward()
            optimizer.step()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, CHECKPOINT)
    return {row.item() for (row,) in validation}


def main() -> None:
    dataset = TensorDataset(torch.arange(100.0)[:, None] / 100)
    first, second = train(dataset, 1), train(dataset, 1)
    CHECKPOINT.unlink()
    print(f"held out when it was resumed: {len(second)}, of which it had trained on {len(second - first)}")


if __name__ == "__main__":
    main()
