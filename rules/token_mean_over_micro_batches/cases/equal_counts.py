"""Each pass has as many tokens as any other: an ignored index that never occurs, a mask of one length."""

import torch
from torch import nn
from torch.nn import functional as F

model = nn.Linear(4, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for number in range(4):
    rows, labels = torch.randn(3, 5, 4), torch.randint(1, 8, (3, 5))
    loss = F.cross_entropy(model(rows).transpose(1, 2), labels, ignore_index=0)  # suspected: valid tokens  # refuted
    (loss / 2).backward()
    if (number + 1) % 2 == 0:
        optimizer.step()
        optimizer.zero_grad()

mask = torch.tensor([1.0, 1.0, 1.0, 0.0, 0.0]).expand(3, 5)
for number in range(4):
    rows, labels = torch.randn(3, 5, 4), torch.randint(8, (3, 5))
    losses = F.cross_entropy(model(rows).transpose(1, 2), labels, reduction="none")
    loss = (losses * mask).sum() / mask.sum().clamp(min=1)  # suspected: valid tokens  # refuted
    (loss / 2).backward()
    if (number + 1) % 2 == 0:
        optimizer.step()
        optimizer.zero_grad()
