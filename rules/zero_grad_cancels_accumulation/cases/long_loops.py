"""Logging, evaluation and checkpoints in a loop, each under a condition, say nothing about its gradients."""

import torch
import torch.nn.functional as F
from elsewhere import check, draw, measure, sample, write


def with_reports(net, loader, options, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # finding: clears the accumulated gradients before `optimizer.step()` applies them
        loss = F.cross_entropy(net(x), y) / every
        loss.backward()
        if (number + 1) % every == 0:
            optimizer.step()
        if options.log:
            write(loss)
        if options.draw:
            draw(net, x)
        if options.sample:
            sample(net)
        if options.check:
            check(net, loss)
        if options.measure:
            measure(net)
        if number % 50 == 0:
            write(net)
        if number % 100 == 0:
            measure(loss)
        if options.keep:
            check(net)


def cleared_after_the_step(net, loader, options, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(net(x), y) / every
        loss.backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
        if options.log:
            write(loss)
        if options.draw:
            draw(net, x)
        if options.sample:
            sample(net)
        if options.check:
            check(net, loss)
        if options.measure:
            measure(net)
        if number % 50 == 0:
            write(net)
        if number % 100 == 0:
            measure(loss)
        if options.keep:
            check(net)
