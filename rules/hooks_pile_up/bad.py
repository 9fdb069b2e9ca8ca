"""Trains on a penalty for the activations of a hidden layer, which an object with a hook catches."""

import torch
from torch import nn


class Caught:
    """The last output of a layer."""

    def __init__(self, layer):
        self.output = None
        layer.register_forward_hook(self.catch)  # finding: 64 hooks registered here are on one module or tensor

    def catch(self, layer, inputs, output):
        self.output = output


class Penalized:
    """A loss that keeps the activations of one layer small."""

    def __init__(self, model, layer, weight):
        self.model, self.layer, self.weight = model, layer, weight

    def __call__(self, rows, targets):
        caught = Caught(self.layer)
        loss = nn.functional.mse_loss(self.model(rows), targets)
        return loss + self.weight * caught.output.abs().mean()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
criterion = Penalized(model, model[1], weight=0.01)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for _ in range(80):
    rows = torch.randn(32, 8)
    optimizer.zero_grad()
    loss = criterion(rows, rows.sum(1, keepdim=True))
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.3f}, {len(model[1]._forward_hooks)} hooks")
