import torch
from torch import nn


class Body(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


x, y = torch.rand(8, 4), torch.rand(8, 4)


def in_groups():
    head, body = nn.Linear(4, 4), Body()
    groups = [{"params": head.parameters()}, {"params": body.parameters(), "lr": 0.01}]
    optimizer = torch.optim.SGD(groups, lr=0.1)
    for _ in range(3):
        loss = (head(body(x)) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def an_optimizer_from_elsewhere(make_optimizer):
    head, body = nn.Linear(4, 4), Body()
    optimizer = make_optimizer(head)
    for _ in range(3):
        loss = (head(body(x)) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


in_groups()
