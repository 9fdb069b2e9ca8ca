import torch
import torch.nn.functional as F
from torch import nn


def divided(loader, every):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(net(x), y)
        loss = loss / every
        loss.backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def multiplied(loader, args):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(net(x), y) * (1 / args.every)
        loss.backward()
        if (number + 1) % args.every == 0:
            optimizer.step()
            optimizer.zero_grad()


def divided_elsewhere(loader, compute_loss, steps):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        loss = compute_loss(net(x), y, steps)
        loss.backward()
        if (number + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()


def of_any_size(loader, count):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.Adam(net.parameters())
    for number, (x, y) in enumerate(loader):
        F.cross_entropy(net(x), y).backward()
        if (number + 1) % count == 0:
            optimizer.step()
            optimizer.zero_grad()


def in_each_pass(loader, interval):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        if number % interval == 0:
            print(number)


def thrown_away(loader, period):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        if number % period == 0:
            optimizer.step()


def several_optimizers(loader, critics):
    g, d = nn.Linear(3, 3), nn.Linear(3, 1)
    optimizer_g = torch.optim.SGD(g.parameters(), lr=0.1)
    optimizer_d = torch.optim.SGD(d.parameters(), lr=0.1)
    for number, (x, _) in enumerate(loader):
        optimizer_d.zero_grad()
        d(g(x)).mean().backward()
        optimizer_d.step()
        if number % critics == 0:
            optimizer_g.zero_grad()
            (-d(g(x)).mean()).backward()
            optimizer_g.step()
