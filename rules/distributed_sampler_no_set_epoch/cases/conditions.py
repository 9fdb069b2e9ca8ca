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
