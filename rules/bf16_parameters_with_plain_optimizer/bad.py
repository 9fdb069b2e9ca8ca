"""Fine-tunes a small network whose parameters are bfloat16."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.Linear(64, 1))
model.to(torch.bfloat16)  # finding: stores the parameters in bfloat16, which rounds small AdamW updates away
before = model[0].weight.detach().float().clone()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
for step in range(50):
    x = torch.randn(32, 16, dtype=torch.bfloat16)
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{(model[0].weight.float() == before).float().mean().item():.0%} of the weights are what they were")
