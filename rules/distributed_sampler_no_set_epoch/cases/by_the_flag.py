"""The sampler is made and gets its epoch under the same flag."""

import torch
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def train(options, dataset, model, optimizer):
    sampler = DistributedSampler(dataset, num_replicas=2, rank=0) if options.distributed else None
    loader = DataLoader(dataset, sampler=sampler)
    for epoch in range(options.epochs):
        if options.distributed:
            sampler.set_epoch(epoch)
        for inputs, targets in loader:
            loss = torch.nn.functional.cross_entropy(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
