"""Models of a function that gives one module for some names, and a pair of them for others."""

import torch
from torch import nn


def body_of(name):
    if name == "small":
        return nn.Linear(4, 8)
    if name == "normed":
        return nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
    if name == "split":
        shared, own = nn.Linear(4, 8), nn.Linear(8, 8)
        return shared, own
    raise ValueError(name)


def pair_or_one(with_head):
    return (nn.Linear(4, 8), nn.Linear(8, 2)) if with_head else nn.Linear(4, 8)


class Net(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.body = body_of(name)
        self.head = nn.Linear(8, 2)

    def vectors(self, rows):
        return self.body(rows)

    def forward(self, rows):
        return self.head(self.body(rows))


class SplitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared, self.own = body_of("split")

    def forward(self, rows):
        return self.own(self.shared(rows))


def to_array(output):
    return output.cpu().data.numpy() if output.is_cuda else output.data.numpy()


class Learner:
    def __init__(self, name):
        self.net = Net(name)
        self.split = SplitNet()

    def train(self, loader):
        optimizer = torch.optim.SGD([*self.net.parameters(), *self.split.parameters()], lr=0.1)
        for rows, labels in loader:
            loss = nn.functional.cross_entropy(self.net(rows), labels) + self.split(rows).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    def all_vectors(self, loader):
        self.net.eval()
        return [to_array(self.net.vectors(rows)) for rows, _ in loader]  # finding: `self.net` is evaluated with gradient

    def all_outputs(self, loader):
        self.split.eval()
        found = []
        for rows, _ in loader:
            found.append(to_array(self.split(rows)))  # finding: `self.split` is evaluated with gradients enabled
        return found

    @torch.no_grad()
    def vectors_without_graphs(self, loader):
        self.net.eval()
        return [to_array(self.net.vectors(rows)) for rows, _ in loader]


class Encoder:
    def __init__(self, with_head):
        made = pair_or_one(with_head)
        self.body = made[0] if with_head else made

    def encode(self, loader):
        self.body.eval()
        return [to_array(self.body(rows)) for rows, _ in loader]  # finding: `self.body` is evaluated with gradients


def main(name):
    rows, labels = torch.rand(32, 4), torch.zeros(32, dtype=torch.long)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(rows, labels), batch_size=8)
    learner = Learner(name)
    learner.train(loader)
    print(learner.all_vectors(loader), learner.all_outputs(loader), learner.vectors_without_graphs(loader))
    print(Encoder(True).encode(loader))


main("normed")
