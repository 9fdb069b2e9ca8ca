"""Samplers that go through a whole dataset, and samplers that pick a part of it."""

from torch.utils.data import DataLoader, SubsetRandomSampler
from torch.utils.data.distributed import DistributedSampler


def copied_line(train_dataset, val_dataset):
    train_sampler = DistributedSampler(train_dataset)
    val_sampler = DistributedSampler(val_dataset, shuffle=False)
    train_loader = DataLoader(train_dataset, batch_size=8, sampler=train_sampler)
    val_loader = DataLoader(train_dataset, batch_size=8, sampler=val_sampler)  # finding: `train_dataset` is used for both
    return train_loader, val_loader


def on_several_ranks(train_dataset, distributed):
    sampler = DistributedSampler(train_dataset) if distributed else None
    train_loader = DataLoader(train_dataset, batch_size=8, sampler=sampler)
    val_loader = DataLoader(train_dataset, batch_size=8)  # finding: `train_dataset` is used for both training and valid
    return train_loader, val_loader


def each_its_rows(train_dataset, rows):
    train_loader = DataLoader(train_dataset, batch_size=8, sampler=SubsetRandomSampler(rows[:80]))
    val_loader = DataLoader(train_dataset, batch_size=8, sampler=SubsetRandomSampler(rows[80:]))
    return train_loader, val_loader


def each_its_dataset(train_dataset, val_dataset):
    train_loader = DataLoader(train_dataset, batch_size=8, sampler=DistributedSampler(train_dataset))
    val_loader = DataLoader(val_dataset, batch_size=8, sampler=DistributedSampler(val_dataset))
    return train_loader, val_loader


def in_branches(train_dataset, distributed):
    if distributed:
        sampler = DistributedSampler(train_dataset)
    else:
        sampler = None
    train_loader = DataLoader(train_dataset, batch_size=8, sampler=sampler)
    val_loader = DataLoader(train_dataset, batch_size=8)  # finding: `train_dataset` is used for both training and valid
    return train_loader, val_loader


def split_before(train_dataset, share):
    if share:
        train_dataset, val_dataset = share(train_dataset)
    train_loader = DataLoader(train_dataset, batch_size=8, shuffle=True)
    val_loader = DataLoader(train_dataset, batch_size=8)  # finding: `train_dataset` is used for both training and valid
    return train_loader, val_loader


def split_between(train_dataset, share):
    val_loader = DataLoader(train_dataset, batch_size=8)
    train_dataset = share(train_dataset)
    train_loader = DataLoader(train_dataset, batch_size=8, shuffle=True)
    return train_loader, val_loader


def without_an_end(train_dataset, cycle):
    train_loader = cycle(DataLoader(train_dataset, batch_size=8, shuffle=True))
    val_loader = cycle(DataLoader(train_dataset, batch_size=8))  # finding: `train_dataset` is used for both training
    return train_loader, val_loader


def chosen_between(train_dataset):
    train_loader = DataLoader(train_dataset, batch_size=8, shuffle=True)
    train_dataset.use("val")
    val_loader = DataLoader(train_dataset, batch_size=8)
    return train_loader, val_loader


def asked_between(train_dataset):
    train_loader = DataLoader(train_dataset, batch_size=8, shuffle=True)
    train_dataset.summary()
    train_dataset_size = len(train_dataset)
    val_loader = DataLoader(train_dataset, batch_size=8)  # finding: `train_dataset` is used for both training and valid
    return train_loader, val_loader, train_dataset_size
