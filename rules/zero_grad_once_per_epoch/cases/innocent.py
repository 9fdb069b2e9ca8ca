import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def in_each_step(net, optimizer, loader):
    for epoch in range(10):
        optimizer.zero_grad()
        for x, y in loader:
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
            optimizer.zero_grad()


def all_batches_for_one_step(net, optimizer, loader):
    for epoch in range(10):
        optimizer.zero_grad()
        for x, y in loader:
            F.cross_entropy(net(x), y).backward()
        optimizer.step()


def accumulated(net, optimizer, loader):
    for epoch in range(10):
        optimizer.zero_grad()
        for number, (x, y) in enumerate(loader):
            (F.cross_entropy(net(x), y) / 4).backward()
            if number % 4 == 3:
                optimizer.step()
                optimizer.zero_grad()


def heads_of_one_batch(net, heads, optimizer, dataset):
    for x, y in DataLoader(dataset):
        optimizer.zero_grad()
        features = net(x)
        for head in heads:
            F.cross_entropy(head(features), y).backward(retain_graph=True)
            optimizer.step()


def by_hand(net, optimizer, loader):
    for epoch in range(10):
        optimizer.zero_grad()
        for x, y in loader:
            for p in net.parameters():
                p.grad = None
            F.cross_entropy(net(x), y).backward()
            optimizer.step()


def elsewhere(net, optimizer, loader, clear):
    for epoch in range(10):
        optimizer.zero_grad()
        for x, y in loader:
            clear(optimizer)
            F.cross_entropy(net(x), y).backward()
            optimizer.step()


def another_optimizer(net, other, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    other_net = nn.Linear(2, 2)
    other = torch.optim.SGD(other_net.parameters(), lr=0.1)
    for epoch in range(10):
        other.zero_grad()
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
        other.step()


def one_batch_per_epoch(net, optimizer, loader):
    for epoch in range(10):
        optimizer.zero_grad()
        for x, y in loader:
            F.cross_entropy(net(x), y).backward()
            optimizer.step()
            break
