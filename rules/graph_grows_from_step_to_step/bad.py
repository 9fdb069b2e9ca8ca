"""Keeps a layer close to the running average of its own weights."""

import torch
from torch import nn


class RunningAverage:
    def __init__(self, module, decay):
        self.module, self.decay = module, decay
        self.means = [parameter.clone() for parameter in module.parameters()]

    def update(self):
        pairs = zip(self.means, self.module.parameters())
        self.means = [self.decay * mean + (1 - self.decay) * parameter for mean, parameter in pairs]

    def distance(self):
        pairs = zip(self.means, self.module.parameters())
        return sum((mean - parameter).abs().sum() for mean, parameter in pairs)


torch.manual_seed(0)
model = nn.Linear(8, 1)
average = RunningAverage(model, decay=0.9)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(64):
    rows = torch.randn(32, 8)
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(rows), rows.sum(1, keepdim=True)) + 0.01 * average.distance()
    loss.backward(retain_graph=True)  # finding: each backward goes through the graphs of earlier steps
    optimizer.step()
    average.update()
print(f"loss {loss.item():.4f}")
