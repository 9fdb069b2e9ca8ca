"""Terms that `torch.tensor` makes of tensors, of which it copies the numbers alone."""

import torch
from torch import nn


def to_centers(features, labels, centers):
    return torch.tensor([torch.dist(f, centers[int(y)]) for f, y in zip(features, labels)]).mean()


def to_centers_stacked(features, labels, centers):
    return torch.stack([torch.dist(f, centers[int(y)]) for f, y in zip(features, labels)]).mean()


net, head = nn.Linear(6, 8), nn.Linear(8, 3)
optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
centers = torch.randn(3, 8)
for _ in range(3):
    x, y = torch.randn(5, 6), torch.randint(0, 3, (5,))
    features = net(x)
    loss = nn.functional.cross_entropy(head(features), y) + 0.1 * to_centers_stacked(features, y, centers)
    weights = torch.tensor([0.1, 0.2]).sum()  # numbers
    loss = loss * weights + 0.1 * to_centers(features, y, centers)  # finding: use `torch.stack`
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
