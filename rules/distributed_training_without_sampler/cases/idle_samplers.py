"""Samplers that no loader is given."""

from elsewhere import Loader, share_of
from torch.utils.data import DataLoader, DistributedSampler


def forgotten(rows, epochs, rank, world):
    sampler = DistributedSampler(rows, world, rank)  # finding: `sampler` is passed to no DataLoader
    loader = Loader(rows, 8, num_workers=2)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        yield from loader


def chosen(rows, epochs, is_distributed):
    sampler = DistributedSampler(rows) if is_distributed else None  # finding: `sampler` is passed to no DataLoader
    loader = DataLoader(rows, 8, shuffle=(sampler is None))
    for epoch in range(epochs):
        if sampler is not None:
            sampler.set_epoch(epoch)
        yield from loader


def passed(rows, epochs):
    sampler = DistributedSampler(rows)
    loader = Loader(rows, 8, sampler=sampler)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        yield from loader


def one_of_two(rows, is_distributed):
    sampler = DistributedSampler(rows) if is_distributed else None
    options = {"sampler": sampler}
    return Loader(rows, 8, **options)


def asked_for_its_share(rows):
    sampler = DistributedSampler(rows)
    for index in sampler:
        print(rows[index])
    return share_of(rows)


def returned_beside_the_loader(rows, is_distributed, size):
    options = {"batch_size": size, "num_workers": 2}
    sampler = DistributedSampler(rows) if is_distributed else None  # suspected: `sampler` is passed to no DataLoader
    options["shuffle"] = True
    return DataLoader(rows, **options), sampler


def returned_with_a_loader_that_has_it(rows, is_distributed, size):
    options = {"batch_size": size, "num_workers": 2}
    options["sampler"] = sampler = DistributedSampler(rows) if is_distributed else None
    return DataLoader(rows, **options), sampler


def returned_for_another_loader(rows, others):
    sampler = DistributedSampler(rows)
    return DataLoader(others, 8), sampler


class Kept:
    def __init__(self, rows):
        self.sampler = DistributedSampler(rows)  # suspected: `self.sampler` is passed to no DataLoader
        self.loader = DataLoader(rows, 8, shuffle=True)

    def fit(self, epochs, step):
        for epoch in range(epochs):
            self.sampler.set_epoch(epoch)
            for batch in self.loader:
                step(batch)


class KeptForTheLoader:
    def __init__(self, rows):
        self.sampler = DistributedSampler(rows)
        self.preview = DataLoader(rows, 8)
        self.loader = DataLoader(rows, 8, sampler=self.sampler)

    def fit(self, epochs, step):
        for epoch in range(epochs):
            self.sampler.set_epoch(epoch)
            for batch in self.loader:
                step(batch)
