"""`nn.Module()` holds what is assigned to it: constants, or layers that depend on the mode."""

import torch
import torch.nn.functional as F
from elsewhere import build_block
from torch import nn
from torch.utils.data import DataLoader

loader, test_loader = DataLoader([]), DataLoader([])


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 2)
        self.noises = nn.Module()
        for number in range(3):
            self.noises.register_buffer(f"noise_{number}", torch.randn(8))

    def forward(self, x):
        return self.head(x + self.noises.noise_0)


class Dropping(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.Module()
        self.parts.head = nn.Linear(8, 2)
        self.parts.drop = nn.Dropout(0.3)

    def forward(self, x):
        return self.parts.head(self.parts.drop(x))


class Unknown(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.Module()
        self.parts.block = build_block(8)

    def forward(self, x):
        return self.parts.block(x)


def run(model):
    optimizer = torch.optim.Adam(model.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


noisy = Noisy()
run(noisy)
with torch.no_grad():
    for images, labels in test_loader:
        print(noisy(images).argmax(1))

dropping = Dropping()
run(dropping)
with torch.no_grad():
    for images, labels in test_loader:
        print(dropping(images).argmax(1))  # finding: `dropping` is evaluated in train mode

unknown = Unknown()
run(unknown)
with torch.no_grad():
    for images, labels in test_loader:
        print(unknown(images).argmax(1))  # suspected: `unknown` is evaluated in train mode
