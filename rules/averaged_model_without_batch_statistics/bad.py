"""Evaluates a moving average of a small classifier with BatchNorm."""

import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
torch.set_num_threads(1)
rows = 3 * torch.randn(1024, 8) + 2
labels = (rows[:, 0] * rows[:, 1] > 4).long()
model = nn.Sequential(nn.Linear(8, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 2))
ema = copy.deepcopy(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)

for step in range(300):
    batch = torch.randint(1024, (64,))
    optimizer.zero_grad()
    F.cross_entropy(model(rows[batch]), labels[batch]).backward()
    optimizer.step()
    with torch.no_grad():
        for average, parameter in zip(ema.parameters(), model.parameters()):  # finding: keeps its initial BatchNorm
            average.lerp_(parameter, 0.05)

ema.eval()
with torch.no_grad():
    logits = ema(rows)
print(f"loss {F.cross_entropy(logits, labels):.3f}, right {(logits.argmax(1) == labels).float().mean():.1%}")
