"""The loader's sampler is told the epoch."""

import torch
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def train(dataset, model, optimizer, epochs):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(epochs):
        loader.sampler.set_epoch(epoch)
        for inputs, targets in loader:
            loss = torch.nn.functional.cross_entropy(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
