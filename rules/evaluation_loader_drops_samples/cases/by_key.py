"""Loaders that stand in a dict, by the names of the parts of the data."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

parts = [TensorDataset(torch.randn(100, 4), torch.randint(0, 2, (100,))) for _ in range(3)]
loaders = {
    "train": DataLoader(parts[0], batch_size=16, shuffle=True, drop_last=True),
    "valid": DataLoader(parts[1], batch_size=16, drop_last=True),  # suspected: leaves the last samples out
    "test": DataLoader(parts[2], batch_size=16),
}
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in loaders["train"]:
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()
with torch.no_grad():
    for name in ("valid", "test"):
        print(sum((model(x).argmax(1) == y).sum() for x, y in loaders[name]))
