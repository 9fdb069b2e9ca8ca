"""The number of passes is printed, counted by, or given to a schedule, which divides no loss."""

import math

import torch
import torch.nn.functional as F
from somewhere import make_scheduler
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR


def samples_per_second(samples, seconds):
    return samples / seconds


def printed(loader, args):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    total = args.batch_size * args.pieces
    print(f"effective batch size: {total}")
    print("samples in each step: {}".format(total))
    print("steps", math.ceil(len(loader) / args.pieces), total * 2)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(net(x), y)
        loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        if (number + 1) % args.pieces == 0:
            optimizer.step()
            optimizer.zero_grad()


def counted_by(loader, accumulate=4):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    warm = [next(iter(loader)) for _ in range(accumulate)]
    schedule = OneCycleLR(optimizer, 0.1, total_steps=len(loader) * 10 / accumulate)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(net(x), y)
        loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        if (number + 1) % accumulate == 0:
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            print(samples_per_second(16 * accumulate, 1.5), warm)


def smaller_rate(loader, stretch):
    net = nn.Linear(3, 3)
    rate = 0.1 / stretch
    optimizer = torch.optim.SGD(net.parameters(), lr=rate)
    for number, (x, y) in enumerate(loader):
        F.cross_entropy(net(x), y).backward()
        if (number + 1) % stretch == 0:
            optimizer.step()
            optimizer.zero_grad()


def smaller_gradients(loader, parts):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        F.cross_entropy(net(x), y).backward()
        if (number + 1) % parts == 0:
            for parameter in net.parameters():
                parameter.grad /= parts
            optimizer.step()
            optimizer.zero_grad()


def factor_of_its_own(loader, window):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    factor = 1 / window
    for number, (x, y) in enumerate(loader):
        (F.cross_entropy(net(x), y) * factor).backward()
        if (number + 1) % window == 0:
            optimizer.step()
            optimizer.zero_grad()


def given_to_unknown_code(loader, often):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedule = make_scheduler(optimizer, often)
    for number, (x, y) in enumerate(loader):
        F.cross_entropy(net(x), y).backward()
        if (number + 1) % often == 0:
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
