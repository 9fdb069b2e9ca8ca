"""Orders that may stay, or are somebody else's affair."""

import torch
from torch.utils.data import DataLoader, RandomSampler
from torch.utils.data.distributed import DistributedSampler


def step(model, optimizer, inputs, targets):
    loss = torch.nn.functional.cross_entropy(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def one_epoch(dataset, model, optimizer):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for inputs, targets in loader:
        step(model, optimizer, inputs, targets)


def range_of_one(dataset, model, optimizer):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(1):
        for inputs, targets in loader:
            step(model, optimizer, inputs, targets)


def in_order(dataset, model, optimizer, epochs):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset, shuffle=False))
    for epoch in range(epochs):
        for inputs, targets in loader:
            step(model, optimizer, inputs, targets)


def alone(dataset, model, optimizer, epochs):
    loader = DataLoader(dataset, sampler=RandomSampler(dataset))
    for epoch in range(epochs):
        for inputs, targets in loader:
            step(model, optimizer, inputs, targets)


def validated(dataset, model, epochs):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(epochs):
        with torch.no_grad():
            print(sum(model(inputs).sum().item() for inputs, _ in loader))
            for inputs, targets in loader:
                print((model(inputs).argmax(1) == targets).float().mean())


def per_fold(folds, model, optimizer):
    for fold in folds:
        loader = DataLoader(fold, sampler=DistributedSampler(fold))
        for inputs, targets in loader:
            step(model, optimizer, inputs, targets)


def handed_over(accelerator, dataset, model, optimizer, epochs):
    loader = accelerator.prepare_data(DataLoader(dataset, sampler=DistributedSampler(dataset)))
    for epoch in range(epochs):
        for inputs, targets in loader:
            step(model, optimizer, inputs, targets)
