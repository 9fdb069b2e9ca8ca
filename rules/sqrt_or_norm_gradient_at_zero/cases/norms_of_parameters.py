"""A parameter that begins with noise is not 0, and no step makes all of it 0; one that begins with zeros is."""

import torch
from torch import nn


class Project(nn.Module):
    def __init__(self):
        super().__init__()
        self.direction = nn.Parameter(torch.rand(8, 1))
        self.other = nn.Parameter(torch.empty(8, 1))
        self.start = nn.Parameter(torch.zeros(8, 1))
        self.cleared = nn.Parameter(torch.randn(8, 1))
        self.padded = nn.Parameter(torch.randn(8, 4))
        self.late = nn.Parameter(torch.Tensor(8, 1))
        self.padded.data[0] = 0
        nn.init.xavier_uniform_(self.other)
        nn.init.zeros_(self.cleared)
        self.late.data.fill_(0)

    def forward(self, x):
        y = x @ self.direction / (torch.sum(self.direction**2) ** 0.5)
        other = self.other
        y = y + x @ other / other.pow(2).sum().sqrt() / torch.sqrt(torch.sum(other * other))
        y = y + x @ self.start / torch.sqrt(torch.sum(self.start**2))  # finding: is a sum of squares
        y = y + x @ self.cleared / torch.sqrt(torch.sum(self.cleared**2))  # finding: is a sum of squares
        y = y + x @ self.late / self.late.square().sum().sqrt()  # finding: is a sum of squares
        y = y + x @ (self.padded / self.padded.pow(2).sum(1, keepdim=True).sqrt())  # finding: is a sum of squares
        y = y + torch.sqrt(((self.direction - self.other) ** 2).sum())  # finding: is a sum of squares
        return y


def train(loader):
    model = Project()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
