import torch.nn.functional as F
from torch import nn


def train(loader, device, teacher):
    net, criterion = nn.Linear(4, 3), nn.CrossEntropyLoss()
    for x, y in loader:
        y = y.to(device)
        loss = criterion(y, net(x))  # finding: `CrossEntropyLoss` takes the output first
        loss = loss + F.binary_cross_entropy_with_logits(y.float(), net(x))  # finding: takes the output first
        loss = loss + criterion(net(x), y)
        loss.backward()


def compare(pairs, index):
    net = nn.Linear(4, 3)
    for pair in pairs:
        yield F.cross_entropy(pair, net(index))
    for x, y in pairs:
        yield F.cross_entropy(y @ x, net(index))
