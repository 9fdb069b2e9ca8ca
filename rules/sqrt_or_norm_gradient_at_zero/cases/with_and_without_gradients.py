"""One method for training and evaluation: that the evaluation comes last says nothing of the training."""

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 3, padding=1)

    def forward(self, x):
        out = self.conv(x)
        return out[:, :1], out[:, 1:]


class Trainer:
    def __init__(self, loader, test_loader):
        self.loader, self.test_loader = loader, test_loader
        self.model = Net()
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def magnitude(self, x):
        real, imaginary = self.model(x)
        return torch.sqrt(real**2 + imaginary**2)  # suspected: is a sum of squares, and its square root has a NaN gradient

    def step(self, x, y):
        loss = F.mse_loss(self.magnitude(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    @torch.no_grad()
    def test_step(self, x, y):
        return F.mse_loss(self.magnitude(x), y).item()

    def train(self):
        for _ in range(10):
            self.model.train()
            for x, y in self.loader:
                self.step(x, y)
            self.model.eval()
            for x, y in self.test_loader:
                self.test_step(x, y)
