"""Adam with the small beta1 that generators like, and a learning rate that rises and falls once."""

import torch
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR

torch.manual_seed(0)
model = nn.Linear(8, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.5, 0.999))
scheduler = OneCycleLR(optimizer, max_lr=1e-2, total_steps=100)  # finding: overwrites beta1 `0.5` with values from 0.85 to 0.95
for step in range(100):
    x = torch.randn(32, 8)
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
print(optimizer.param_groups[0]["betas"], f"loss {loss.item():.3f}")
