"""Fine-tunes a network that was loaded in half precision, at the usual learning rate of fine-tuning."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(16, 64), nn.LayerNorm(64), nn.GELU(), nn.Linear(64, 4)).bfloat16()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)  # finding: of all updates are rounded away in bfloat16
rows = torch.randn(256, 16).bfloat16()
classes = rows[:, :4].argmax(1)
before = [parameter.detach().clone() for parameter in model.parameters()]
for step in range(100):
    some = torch.randint(0, 256, (32,))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(rows[some]), classes[some])
    loss.backward()
    optimizer.step()
unchanged = sum(int((now == then).sum()) for now, then in zip(model.parameters(), before))
print(f"{unchanged / sum(then.numel() for then in before):.0%} of the weights are what they were")
