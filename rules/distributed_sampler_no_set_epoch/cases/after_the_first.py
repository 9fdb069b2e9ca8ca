"""A sampler starts in epoch 0."""

import torch
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def train(options, dataset, model, optimizer):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset, num_replicas=2, rank=0))
    for epoch in range(options.epochs):
        if epoch > 0:
            loader.sampler.set_epoch(epoch)
        for inputs, targets in loader:
            loss = torch.nn.functional.cross_entropy(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
