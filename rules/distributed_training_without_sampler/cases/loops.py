"""Loops that train a wrapped model, and what they take their batches from."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Dataset, DistributedSampler, IterableDataset, Subset, TensorDataset


class Squares(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, index):
        return torch.tensor([float(index)]), torch.tensor([float(index**2)])


class Shard(Dataset):
    def __init__(self, rank, processes):
        self.items = list(range(100))[rank::processes]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return torch.tensor([float(self.items[index])]), torch.tensor([1.0])


class Stream(IterableDataset):
    def __iter__(self):
        yield torch.rand(1), torch.rand(1)


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def all_of_it():
    loader = DataLoader(Squares(), batch_size=8, shuffle=True)  # finding: gives every rank all samples in each epoch
    fit(DDP(nn.Linear(1, 1)), loader)


def by_sampler():
    data = Squares()
    fit(DDP(nn.Linear(1, 1)), DataLoader(data, batch_size=8, sampler=DistributedSampler(data)))


def by_some_sampler(sampler):
    fit(DDP(nn.Linear(1, 1)), DataLoader(Squares(), batch_sampler=sampler))


def by_settings(settings):
    fit(DDP(nn.Linear(1, 1)), DataLoader(Squares(), **settings))


def shard_of_its_own():
    fit(DDP(nn.Linear(1, 1)), DataLoader(Shard(dist.get_rank(), dist.get_world_size()), batch_size=8))


def part_by_hand():
    data, rank = Squares(), dist.get_rank()
    part = Subset(data, range(rank, len(data), dist.get_world_size()))
    fit(DDP(nn.Linear(1, 1)), DataLoader(part, batch_size=8, shuffle=True))


def stream():
    fit(DDP(nn.Linear(1, 1)), DataLoader(Stream(), batch_size=8))


def one_process():
    fit(nn.Linear(1, 1), DataLoader(Squares(), batch_size=8))


def looked_at():
    model = DDP(nn.Linear(1, 1))
    with torch.no_grad():
        for x, _ in DataLoader(Squares(), batch_size=8):
            print(model(x))


def part_of_each_batch(rank, processes):
    model = DDP(nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in DataLoader(TensorDataset(torch.rand(64, 1), torch.rand(64, 1)), batch_size=8):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x[rank::processes]), y[rank::processes]).backward()
        optimizer.step()


def batches_in_turn(rank, world_size):
    model = DDP(nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(DataLoader(Squares(), batch_size=8)):
        if number % world_size != rank:
            continue
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def nothing():
    fit(DDP(nn.Linear(1, 1)), DataLoader([], batch_size=8))
