"""Models whose own layers are nested deep: however deep they are, the model has parameters; a loss nested so has none."""

import torch.nn.functional as F
from elsewhere import encoder
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4))

    def forward(self, x):
        return self.inner(x)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.Sequential(Cell(), Cell())

    def forward(self, x):
        return self.cells(x)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        return self.block(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = encoder("tiny")
        self.decoder = Decoder()
        self.activation = nn.Sigmoid()

    def forward(self, x):
        return self.decoder(self.encoder(x))

    def predict(self, x):
        if self.training:
            self.eval()
        return self.activation(self.forward(x))  # suspected: `self` is evaluated with gradients enabled


class Distance(nn.Module):
    def forward(self, x, y):
        return F.mse_loss(x, y)


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Distance()

    def forward(self, x, y):
        return 2 * self.inner(x, y)


class Summed(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Scaled()

    def forward(self, x, y):
        return self.inner(x, y).sum()

    def measure(self, x, y):
        if self.training:
            self.eval()
        return self.forward(x, y)
