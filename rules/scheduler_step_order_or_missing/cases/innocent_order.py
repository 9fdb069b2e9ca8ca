"""The optimizer has stepped before the scheduler does, or it is another kind of scheduler, or a deliberate warm-up."""

import torch
import torch.nn.functional as F
from elsewhere import PolyRate, train_epoch
from timm.scheduler import CosineLRScheduler
from torch.optim.lr_scheduler import LambdaLR, OneCycleLR, ReduceLROnPlateau, StepLR


def train(net, optimizer, rows):
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def after_each_epoch(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for _ in range(90):
        train(net, optimizer, rows)
        scheduler.step()


def after_each_batch(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, 0.1, total_steps=len(rows))
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        scheduler.step()


def but_for_the_first_epoch(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for epoch in range(90):
        if epoch > 0:
            scheduler.step()
        train(net, optimizer, rows)


def after_another_phase(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    train(net, optimizer, rows)
    scheduler = StepLR(optimizer, 30)
    for _ in range(90):
        scheduler.step()
        train(net, optimizer, rows)


def where_it_was(net, rows, start):
    """Goes on with a training that was stopped."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for _ in range(start):
        scheduler.step()
    for _ in range(start, 90):
        train(net, optimizer, rows)
        scheduler.step()


def told_the_epoch(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = LambdaLR(optimizer, lambda epoch: 0.9**epoch)
    for epoch in range(90):
        scheduler.step(epoch)
        train(net, optimizer, rows)


def told_a_metric(net, rows, validate):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = ReduceLROnPlateau(optimizer)
    for _ in range(90):
        scheduler.step(validate(net))
        train(net, optimizer, rows)


def of_another_package(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler, rate = CosineLRScheduler(optimizer, t_initial=90), PolyRate(optimizer)
    for epoch in range(90):
        scheduler.step(epoch)
        rate.step()
        train(net, optimizer, rows)


def of_another_optimizer(net, head, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    other = torch.optim.SGD(head.parameters(), lr=0.1)
    scheduler = StepLR(other, 30)
    train(head, other, rows)
    for _ in range(90):
        scheduler.step()
        train(net, optimizer, rows)


class Warmup(torch.optim.lr_scheduler.LRScheduler):
    def get_lr(self):
        return [rate * min(1, self.last_epoch / 100) for rate in self.base_lrs]


def of_its_own(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    warmup = Warmup(optimizer)
    for x, y in rows:
        warmup.step()
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def trained_elsewhere(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for _ in range(90):
        train_epoch(net, optimizer, rows)
        scheduler.step()
