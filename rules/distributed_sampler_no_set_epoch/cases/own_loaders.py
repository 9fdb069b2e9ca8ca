"""Loaders of own classes, of a library, and iterators that begin anew."""

import torch
from prefetch_generator import BackgroundGenerator
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler
from torch_geometric.loader import DataLoader as GraphLoader


class Pinned(DataLoader):
    """The usual loader with other defaults."""

    def __init__(self, dataset, batch_size=16, **settings):
        super().__init__(dataset, batch_size, pin_memory=True, **settings)


class Plain(DataLoader):
    pass


class Reshuffling(DataLoader):
    """Each iterator of it has another seed."""

    def __iter__(self):
        self.sampler.seed += 1
        return super().__iter__()


class Prefetching(DataLoader):
    """Batches are fetched by a thread."""

    def __iter__(self):
        return BackgroundGenerator(super().__iter__(), 4)


def step(model, optimizer, inputs):
    optimizer.zero_grad()
    model(inputs).mean().backward()
    optimizer.step()


def own(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    sampler = DistributedSampler(dataset)  # finding: `sampler` shuffles in the same order every epoch
    loader = Pinned(dataset, sampler=sampler)
    for epoch in range(10):
        for inputs in loader:
            step(model, optimizer, inputs)


def own_by_position(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    sampler = DistributedSampler(dataset)  # finding: `sampler` shuffles in the same order every epoch
    loader = Plain(dataset, 8, False, sampler)
    for epoch in range(10):
        for inputs in loader:
            step(model, optimizer, inputs)


def of_a_library(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    sampler = DistributedSampler(dataset)  # finding: `sampler` shuffles in the same order every epoch
    loader = GraphLoader(dataset, batch_size=8, sampler=sampler)
    for epoch in range(10):
        for data in loader:
            step(model, optimizer, data.x)


def begun_anew_where_it_ends(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    sampler = DistributedSampler(dataset)  # finding: `sampler` shuffles in the same order every epoch
    loader = DataLoader(dataset, sampler=sampler)
    batches = iter(loader)
    for number in range(10_000):
        try:
            inputs = next(batches)
        except StopIteration:
            batches = iter(loader)
            inputs = next(batches)
        step(model, optimizer, inputs)


def begun_anew_in_each_epoch(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    sampler = DistributedSampler(dataset)  # finding: `sampler` shuffles in the same order every epoch
    loader = DataLoader(dataset, sampler=sampler)
    for epoch in range(10):
        batches = iter(loader)
        for number in range(len(loader)):
            step(model, optimizer, next(batches))


def with_its_own_iterator(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    loader = Reshuffling(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(10):
        for inputs in loader:
            step(model, optimizer, inputs)


def prefetched(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    sampler = DistributedSampler(dataset)  # finding: `sampler` shuffles in the same order every epoch
    loader = Prefetching(dataset, sampler=sampler)
    for epoch in range(10):
        for inputs in loader:
            step(model, optimizer, inputs)


def in_order(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    loader = Pinned(dataset, sampler=DistributedSampler(dataset, shuffle=False))
    for epoch in range(10):
        for inputs in loader:
            step(model, optimizer, inputs)


def one_pass(dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    batches = iter(loader)
    for number in range(len(loader)):
        step(model, optimizer, next(batches))


def one_batch_to_look_at(training, dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(10):
        for inputs in training:
            step(model, optimizer, inputs)
        with torch.no_grad():
            print(model(next(iter(loader))).mean())


def validated_beside(training, dataset, model: nn.Module, optimizer: torch.optim.Optimizer):
    loader = DataLoader(dataset, sampler=DistributedSampler(dataset))
    for epoch in range(10):
        for inputs in training:
            step(model, optimizer, inputs)
        batches = iter(loader)
        with torch.no_grad():
            for number in range(5):
                print(model(next(batches)).mean())
