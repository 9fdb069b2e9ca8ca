"""Fits a small network, and looks at what its first layer does."""

import torch
from torch import nn

torch.manual_seed(0)
seen = {}


def record(module, args, output):
    seen["first"] = output.detach()
    return seen["first"]  # finding: makes it the output, without a gradient


model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
model[0].register_forward_hook(record)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(50):
    inputs = torch.randn(16, 4)
    loss = nn.functional.mse_loss(model(inputs), inputs.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss:.3f}, largest {seen['first'].max():.2f}, learns: {model[0].weight.grad is not None}")
