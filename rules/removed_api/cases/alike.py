"""Losses that an evaluation reads: of one number, since the training differentiates what the same object gives."""

import torch.nn.functional as F
from torch import nn
from torchvision import models


class Both(nn.Module):
    def forward(self, boxes, wanted, scores, labels):
        far = F.smooth_l1_loss(boxes, wanted, size_average=False)
        each = F.smooth_l1_loss(boxes, wanted, reduce=False)
        print(far.data[0], each.data[0])  # finding: `far.data[0]` fails since PyTorch 1.0
        return far / len(labels)


net, criterion, distance = nn.Linear(4, 2), Both(), nn.PairwiseDistance()
both = Both()
of_each = Both()


def train(loader, optimizer):
    for x, y in loader:
        loss = both(net(x), y, net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test(loader):
    total = 0
    for x, y in loader:
        loss = both(net(x), y, net(x), y)
        total += loss.data[0]  # finding: `loss.data[0]` fails since PyTorch 1.0; use `.item()`
        loss = of_each(net(x), y, net(x), y)
        print(loss.data[0])
    return total


def addresses():
    return models.resnet.model_urls["resnet18"], models.resnet.BasicBlock  # finding: `torchvision.models.resnet.model_urls` has been removed
