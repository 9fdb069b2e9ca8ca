"""Datasets that take their share, that make their samples up, or that one process reads."""

import random

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info


class Share(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        info = get_worker_info()
        yield from self.rows[info.id :: info.num_workers]


class Inherits(Share):
    pass


class ByShard(IterableDataset):
    def __init__(self, shards):
        self.shards = shards

    def __iter__(self):
        for shard in self.shards[dist.get_rank() :: dist.get_world_size()]:
            yield from shard


class MadeUp(IterableDataset):
    """Every worker draws others: torch seeds them."""

    def __init__(self, count):
        self.count = count

    def __iter__(self):
        for _ in range(self.count):
            yield torch.randn(4), random.random()


class Games(IterableDataset):
    def __init__(self, environment, policy):
        self.environment, self.policy = environment, policy

    def __iter__(self):
        state = self.environment.reset()
        while True:
            state, reward = self.environment.step(self.policy(state))
            yield state, reward


class OneProcess(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)


class ByIndex(Dataset):
    def __getitem__(self, index):
        return index


def main(rows, environment, policy):
    for dataset in (Share(rows), Inherits(rows), ByShard(rows), MadeUp(8), Games(environment, policy), ByIndex()):
        yield DataLoader(dataset, num_workers=4)
    yield DataLoader(OneProcess(rows), batch_size=4)


def own_rows(rows):
    info = get_worker_info()
    yield from rows[info.id :: info.num_workers]


def all_rows(rows):
    yield from rows


class ShareOfAFunction(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return own_rows(self.rows)
