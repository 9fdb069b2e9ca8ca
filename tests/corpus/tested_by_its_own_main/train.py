"""Trains a small classifier, and scores it after each epoch."""

import torch
from score import accuracy, top_two
from torch import nn
from torch.utils.data import DataLoader
from torchvision.datasets import FakeData
from torchvision.transforms import ToTensor

net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 6 * 6, 4))
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
images = DataLoader(FakeData(64, (3, 8, 8), 4, transform=ToTensor()), batch_size=8, shuffle=True)
held_out = DataLoader(FakeData(32, (3, 8, 8), 4, transform=ToTensor()), batch_size=8)
for _ in range(3):
    net.train()
    for pixels, labels in images:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(pixels), labels).backward()
        optimizer.step()
    print(accuracy(net, held_out))
    with torch.inference_mode():
        print(top_two(net, held_out))
