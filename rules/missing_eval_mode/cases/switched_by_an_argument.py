"""Models whose dropout an argument switches: a call that gives False computes the same in both modes."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Messages(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.drop = nn.Dropout(0.5)

    def forward(self, x, noisy=True):
        x = self.linear(x)
        if noisy:
            x = self.drop(x)
        return x


class Scores(nn.Module):
    def __init__(self):
        super().__init__()
        self.messages = Messages(8)
        self.out = nn.Linear(8, 2)

    def forward(self, x, noisy=True):
        return self.out(self.messages(x, noisy))


class Normed(Messages):
    def __init__(self, width):
        super().__init__(width)
        self.norm = nn.BatchNorm1d(width)

    def forward(self, x, noisy=True):
        return self.norm(self.drop(x) if noisy else x)


class Rebound(Messages):
    def forward(self, x, noisy=True):
        noisy = noisy or x.shape[0] > 1
        if noisy:
            x = self.drop(x)
        return self.linear(x)


train_loader, test_loader = DataLoader([]), DataLoader([])


def train(net):
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()


def main():
    net, normed, rebound = Scores(), Normed(8), Rebound(8)
    for epoch in range(10):
        train(net)
        train(normed)
        train(rebound)
        with torch.no_grad():
            right, noisy, of_batches, again = 0, 0, 0, 0
            for x, y in test_loader:
                right += (net(x, noisy=False).argmax(1) == y).sum().item()
                noisy += (net(x, True).argmax(1) == y).sum().item()  # finding: `net` is evaluated in train mode
                of_batches += (normed(x, False).argmax(1) == y).sum().item()  # finding: `normed` is evaluated in train
                again += (rebound(x, False).argmax(1) == y).sum().item()  # finding: `rebound` is evaluated in train
        print(epoch, right, noisy, of_batches, again)


main()
