"""Trains in half precision, all but what normalizes."""

import torch
from torch import nn
from torch.nn import functional as F


def train(loader):
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.Flatten(), nn.Linear(8 * 30 * 30, 2)).cuda()
    model.half()  # finding: `model.half()` stores the parameters in float16, which rounds small updates away
    for layer in model.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.float()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for images, labels in loader:
        noise = torch.randn(8, 3, 32, 32).cuda()
        loss = F.cross_entropy(model((images.cuda() + noise).half()), labels.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
