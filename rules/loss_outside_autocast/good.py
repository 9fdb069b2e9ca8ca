"""Classifies rows under bfloat16 autocast; the loss is computed behind the `with`."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 100))
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
rows, labels = torch.randn(64, 32), torch.randint(100, (64,))
for _ in range(200):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(rows)
        loss = F.cross_entropy(logits, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    print(f"{loss.item():.6f} where float32 says {F.cross_entropy(logits.float(), labels).item():.6f}")
