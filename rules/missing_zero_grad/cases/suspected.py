"""Only its use says what is stepped here: an optimizer, or something that clears the gradients itself."""

import torch.nn.functional as F


def train(net, optimizer, loader):
    net.train()
    for x, y in loader:
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()  # suspected: call `optimizer.zero_grad()` before each


def two_that_step(net, optimizer, averager, loader):
    for x, y in loader:
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        averager.step()


def one_that_is_called_a_scheduler(net, optimizer, scheduler, loader):
    for x, y in loader:
        F.cross_entropy(net(x), y).backward()
        optimizer.step()  # suspected: call `optimizer.zero_grad()` before each
        scheduler.step()


def handed_on(net, optimizer, loader, clear):
    for x, y in loader:
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        clear(optimizer)
