"""Where the training is elsewhere, or the code may be from the time before torch 1.1, when schedulers stepped first."""

import torch
from elsewhere import keep, train_epoch
from torch import optim
from torch.autograd import Variable


def trained_elsewhere(net, rows):
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    scheduler = optim.lr_scheduler.StepLR(optimizer, 30)
    for _ in range(90):
        scheduler.step()  # suspected: `scheduler.step()` before the first optimizer step skips the start
        train_epoch(net, optimizer, rows)


def kept_at_last(net, rows):
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    scheduler = optim.lr_scheduler.StepLR(optimizer, 30)
    for _ in range(90):
        train_epoch(net, rows)  # may have another name for the optimizer
        scheduler.step()
        keep(net, optimizer)


def from_another_time(net, rows):
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    scheduler = optim.lr_scheduler.StepLR(optimizer, 30)
    for _ in range(90):
        scheduler.step()  # suspected: `scheduler.step()` before the first optimizer step skips the start of its
        for x, y in rows:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(net(Variable(x)), Variable(y)).backward()
            optimizer.step()
