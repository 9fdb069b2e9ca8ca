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
