"""Optimizers whose modules are wrapped, or are no part of what is trained in several processes."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader


class Both(nn.Module):
    def __init__(self, encoder, head):
        super().__init__()
        self.encoder, self.head = encoder, head

    def forward(self, x):
        return self.head(self.encoder(x))


def old_name(loader: DataLoader):
    net = nn.Linear(8, 2)
    wrapped = DDP(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(wrapped(x), y).backward()
        optimizer.step()


def parts(loader: DataLoader):
    encoder, head = nn.Linear(8, 4), nn.Linear(4, 2)
    net = DDP(Both(encoder, head))
    optimizer = torch.optim.SGD([{"params": encoder.parameters()}, {"params": head.parameters()}], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def parts_added_later(build, loader: DataLoader):
    net, head = build("net"), build("head")
    net.add_module("head", head)
    neck = build("neck")
    net.neck = neck
    last = net.last_layer()
    optimizer = torch.optim.SGD([*head.parameters(), *neck.parameters(), *last.parameters()], lr=0.1)
    net = DDP(net)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), head(neck(last(y)))).backward()
        optimizer.step()


def frozen(build, loader: DataLoader):
    net, teacher, other = DDP(build("net")), build("teacher"), build("other")
    teacher.requires_grad_(False)
    for p in other.parameters():
        p.requires_grad = False
    optimizer = torch.optim.SGD([*net.parameters(), *teacher.parameters(), *other.parameters()], lr=0.1)
    for x, _ in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), teacher(other(x))).backward()
        optimizer.step()


def loss_without_parameters(build, loader: DataLoader):
    net, criterion = DDP(build("net")), build("criterion")
    entropy = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD([*net.parameters(), *criterion.parameters(), *entropy.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        (criterion(net(x), y) + entropy(net(x), y)).backward()
        optimizer.step()


def other_branch(several, loader: DataLoader):
    net, head = nn.Linear(8, 2), nn.Linear(2, 2)
    if several:
        net = DDP(Both(net, head))
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    else:
        optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def wrapped_by_a_helper(build, loader: DataLoader):
    net, head = build("net"), build("head")
    net, head = in_parallel(net), in_parallel(head)
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(net(x)), y).backward()
        optimizer.step()


def in_parallel(module):
    return DDP(module.cuda(), device_ids=[0])


def given(net, head, loader: DataLoader):
    """Whoever calls this may have wrapped the head."""
    net = DDP(net)
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(net(x)), y).backward()
        optimizer.step()
