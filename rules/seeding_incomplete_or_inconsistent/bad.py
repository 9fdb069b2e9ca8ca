"""Fits a line to noisy points, once for each seed, to see how much depends on chance."""

import random

import numpy as np
import torch
from torch import nn


def set_seed(seed: int) -> None:
    random.seed(seed)
    np.random.seed(0)  # finding: `np.random.seed(0)` uses a different seed than `random.seed(seed)`
    torch.manual_seed(seed)


def slope(seed: int) -> float:
    set_seed(seed)
    places = np.linspace(-1, 1, 32, dtype=np.float32)
    measured = 3 * places + np.random.normal(scale=0.5, size=32).astype(np.float32)
    x, y = torch.from_numpy(places).view(-1, 1), torch.from_numpy(measured).view(-1, 1)
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    for _ in range(20):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    return model.weight.item()


def main() -> None:
    slopes = [slope(seed) for seed in range(1, 4)]
    print(f"slopes {slopes}, spread {np.std(slopes):.5f}")


if __name__ == "__main__":
    main()
