"""Of two samplers, the program tells one the epoch, and the other one keeps its order."""

import torch
from torch.nn.functional import cross_entropy
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def step(model, optimizer, x, y):
    loss = cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train(labelled, unlabelled, model, optimizer, epochs):
    sampler = DistributedSampler(labelled)
    other = DistributedSampler(unlabelled)  # finding: `other` shuffles in the same order every epoch
    loader, more = DataLoader(labelled, sampler=sampler), DataLoader(unlabelled, sampler=other)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            step(model, optimizer, x, y)
        for x, y in more:
            step(model, optimizer, x, y)


def train_both(labelled, unlabelled, model, optimizer, epochs):
    samplers = [DistributedSampler(labelled), DistributedSampler(unlabelled)]
    loaders = [DataLoader(labelled, sampler=samplers[0]), DataLoader(unlabelled, sampler=samplers[1])]
    for epoch in range(epochs):
        for sampler in samplers:
            sampler.set_epoch(epoch)
        for loader in loaders:
            for x, y in loader:
                step(model, optimizer, x, y)


def train_chosen(labelled, unlabelled, model, optimizer, epochs, first):
    one, two = DistributedSampler(labelled), DistributedSampler(unlabelled)
    chosen = one if first else two
    loader = DataLoader(labelled if first else unlabelled, sampler=chosen)
    for epoch in range(epochs):
        chosen.set_epoch(epoch)
        for x, y in loader:
            step(model, optimizer, x, y)
