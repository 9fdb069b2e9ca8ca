"""Calls of modules from another file: some lack an argument, some are right."""

import torch
from net import build, Net, prepare


def train_one_epoch(model, loader, optimizer):
    for x, mask, length in loader:
        loss = model(x, mask).mean()  # finding: is called without `length`
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def evaluate(model, loader):
    for x, mask, length in loader:
        model(x, mask, length)


class Trainer:
    def __init__(self, args):
        self.model = build(args)
        self.teacher = prepare(Net())

    def fit(self, x, m, l):
        self.model(x, m, l)
        self.teacher(x, m)  # finding: is called without `length`
        return self.model(x, l)  # finding: is called without `length`


def main():
    model = build(None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_one_epoch(model, [], optimizer)
    evaluate(model, [])
    Trainer(None).fit(1, 2, 3)


main()
