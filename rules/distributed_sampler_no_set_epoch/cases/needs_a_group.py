"""Without a process group, this sampler could not be made: the flag holds wherever it is."""

import torch
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def train(options, dataset, model, optimizer):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(options.epochs):
        if options.distributed:
            loader.sampler.set_epoch(epoch)
        for inputs, targets in loader:
            loss = torch.nn.functional.cross_entropy(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
