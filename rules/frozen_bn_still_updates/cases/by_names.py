"""What is frozen is picked by a list of names, of which only a run says what is in it."""

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.head(self.stem(x))


def fit(model, loader):
    optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()))
    for _ in range(2):
        model.train()
        for rows, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()


def loader():
    return [(torch.randn(8, 8), torch.randint(2, (8,))) for _ in range(3)]


frozen = [f"{part}." for part in ("stem",)]
picked = Net()
for key, parameter in picked.named_parameters():  # suspected: `picked` is partly frozen, but its BatchNorm statistics
    if any(name in key for name in frozen):
        parameter.requires_grad = False
fit(picked, loader())

others = ["head.0"]
plain = Net()
for key, parameter in plain.named_parameters():  # suspected: `plain` is partly frozen, but its BatchNorm  # refuted
    if any(name in key for name in others):
        parameter.requires_grad = False
fit(plain, loader())

kept = ["bn", "norm", "head"]
without_norms = Net()
for key, parameter in without_norms.named_parameters():
    if not any(name in key for name in kept):
        parameter.requires_grad = False
fit(without_norms, loader())
