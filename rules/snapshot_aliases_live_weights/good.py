"""How far the weights of a small network move in each step, and where they were in each epoch."""

import copy
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(256, 4)
y = x.sum(1, keepdim=True)

start = copy.deepcopy(model.state_dict())
history, moved = [], 0.0
for epoch in range(5):
    for rows, targets in zip(x.split(64), y.split(64)):
        before = copy.deepcopy([p.detach() for p in model.parameters()])
        optimizer.zero_grad()
        F.mse_loss(model(rows), targets).backward()
        optimizer.step()
        moved += sum((p.detach() - old).norm().item() for p, old in zip(model.parameters(), before))
    history.append(model[0].weight.detach().numpy().copy())

print("moved by", round(moved, 3), "in all")
print("moved by", round(float(abs(history[-1] - history[0]).sum()), 3), "since the first epoch")
after = F.mse_loss(model(x), y).item()
model.load_state_dict(start)
print("the loss", round(after, 3), "was", round(F.mse_loss(model(x), y).item(), 3), "at the start")
