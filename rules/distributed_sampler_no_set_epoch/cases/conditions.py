"""Samplers that get their epoch under a condition."""

import torch
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler


def step(model, optimizer, inputs, targets):
    loss = torch.nn.functional.cross_entropy(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def in_any_case(options, dataset, model, optimizer):
    if True:
        order = DistributedSampler(dataset, num_replicas=options.size, rank=options.rank)  # suspected: `order` shuffles
    else:
        order = RandomSampler(dataset)
    loader = DataLoader(dataset, sampler=order)
    for epoch in range(options.epochs):
        if options.distributed:
            loader.sampler.set_epoch(epoch)
        for inputs, targets in loader:
            step(model, optimizer, inputs, targets)


def evaluated_instead(options, dataset, model, optimizer):
    order = DistributedSampler(dataset, num_replicas=options.size, rank=options.rank)
    loader = DataLoader(dataset, sampler=order)
    if options.evaluate:
        return print(sum(model(inputs).argmax(1).eq(targets).sum() for inputs, targets in loader))
    for epoch in range(options.epochs):
        order.set_epoch(epoch)  # there are no epochs where it is only evaluated
        for inputs, targets in loader:
            step(model, optimizer, inputs, targets)
