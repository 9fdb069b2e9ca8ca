"""A loader made by one function, gone through by another."""

import torch
from torch.utils.data import BatchSampler, DataLoader
from torch.utils.data import distributed


def make_loader(dataset, options):
    train_sampler = distributed.DistributedSampler(dataset) if options.distributed else None  # finding: `train_sampler`
    return DataLoader(dataset, options.batch_size, shuffle=train_sampler is None, sampler=train_sampler)


def make_batches(dataset):
    batches = BatchSampler(distributed.DistributedSampler(dataset, shuffle=True), 8, drop_last=True)  # finding: sampler
    return DataLoader(dataset, batch_sampler=batches)


def train_one_epoch(model, loader, optimizer):
    for step, (inputs, targets) in enumerate(loader):
        loss = torch.nn.functional.cross_entropy(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def forever(loader):
    while True:
        for batch in loader:
            yield batch


def main(options, dataset, model):
    optimizer = torch.optim.AdamW(model.parameters())
    loader = make_loader(dataset, options)
    for epoch in range(options.epochs):
        train_one_epoch(model, loader, optimizer)


def by_steps(options, dataset, model):
    optimizer = torch.optim.AdamW(model.parameters())
    batches = forever(make_batches(dataset))
    for step in range(options.steps):
        inputs, targets = next(batches)
        loss = torch.nn.functional.cross_entropy(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
