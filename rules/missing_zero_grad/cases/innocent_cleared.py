"""Gradients are cleared in each pass, in one of the many ways to do that."""

import torch
from torch import nn

criterion = nn.MSELoss()


def first(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        criterion(net(x), y).backward()
        optimizer.step()


def at_the_end(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


def by_the_model(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        net.zero_grad()
        criterion(net(x), y).backward()
        optimizer.step()


def to_none_by_hand(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        for p in net.parameters():
            p.grad = None
        criterion(net(x), y).backward()
        optimizer.step()


def to_zero_by_hand(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        for p in net.parameters():
            if p.grad is not None:
                p.grad.data.zero_()
        criterion(net(x), y).backward()
        optimizer.step()


def by_deletion(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step()
        for p in net.parameters():
            del p.grad


def accumulated(net, rows, every=4):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        (criterion(net(x), y) / every).backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def accumulated_inside(net, steps, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    while steps:
        for x, y in rows:
            criterion(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
        steps -= 1


def clear(optimizers):
    for optimizer in optimizers:
        optimizer.zero_grad()


def by_a_helper(net, head, rows):
    one, other = torch.optim.SGD(net.parameters(), lr=0.1), torch.optim.Adam(head.parameters())
    for x, y in rows:
        clear([one, other])
        criterion(head(net(x)), y).backward()
        one.step()
        other.step()


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def forget(self):
        self.optimizer.zero_grad()

    def update(self, x, y):
        self.forget()
        criterion(self.net(x), y).backward()
        self.optimizer.step()

    def fit(self, rows):
        for x, y in rows:
            self.update(x, y)


def by_an_inner_function(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def forget():
        optimizer.zero_grad()

    for x, y in rows:
        forget()
        criterion(net(x), y).backward()
        optimizer.step()


def in_the_closure(net, rows):
    optimizer = torch.optim.LBFGS(net.parameters())
    for x, y in rows:

        def closure():
            optimizer.zero_grad()
            loss = criterion(net(x), y)
            loss.backward()
            return loss

        optimizer.step(closure)
