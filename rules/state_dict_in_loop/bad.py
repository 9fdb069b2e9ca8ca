"""Updates an averaged copy of a model, entry by entry, and builds two state dicts for each of them."""

import copy
import time

import torch
from torch import nn


def update(average: nn.Module, model: nn.Module) -> None:
    for name, value in model.state_dict().items():
        if value.is_floating_point():
            average.state_dict()[name].lerp_(value, 0.01)  # finding: builds a dict of all tensors in each iteration


def train(model: nn.Module, average: nn.Module) -> float:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    spent = 0.0
    for _ in range(5):
        rows = torch.randn(32, 8)
        loss = nn.functional.mse_loss(model(rows), rows.sum(dim=1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        begun = time.process_time()
        update(average, model)
        spent += time.process_time() - begun
    return spent / 5


if __name__ == "__main__":
    torch.manual_seed(0)
    layers = [nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.ReLU()) for _ in range(50)]
    model = nn.Sequential(*layers, nn.Linear(8, 1))
    average = copy.deepcopy(model)
    print(f"seconds per update: {train(model, average):.4f}")
