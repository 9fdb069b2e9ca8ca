"""Loaders that functions hand out, whose loops are elsewhere: in generators, lists, dicts, and by samplers that draw."""

import multiprocessing

import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, DistributedSampler, SequentialSampler


class Sounds(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


def forever(loader):
    while True:
        yield from loader


def to_gpu(batch, device):
    return batch.to(device)


def endless(paths, is_drawn):
    sounds = Sounds(paths)
    if is_drawn:
        sampler = DistributedSampler(sounds)
        loader = DataLoader(sounds, sampler=sampler, num_workers=4)  # suspected: pass `persistent_workers=True, pin_
    else:
        loader = DataLoader(sounds, num_workers=4)
    return forever(loader)


def directly(paths):
    sounds = Sounds(paths)
    return forever(DataLoader(sounds, shuffle=True, num_workers=4, pin_memory=False))  # suspected: restarts its workers


def in_batches(paths, is_spread):
    sounds = Sounds(paths)
    sampler = DistributedSampler(sounds) if is_spread else None
    loader = DataLoader(sounds, batch_sampler=BatchSampler(sampler, 8, True), num_workers=2)  # suspected: restarts its
    held_out = DataLoader(sounds, sampler=DistributedSampler(sounds, shuffle=False), num_workers=2)
    in_order = DataLoader(sounds, batch_sampler=BatchSampler(SequentialSampler(sounds), 8, False), num_workers=2)
    return loader, held_out, in_order


def all_at_once(parts):
    train_loader, test_loader = [
        DataLoader(  # suspected: restarts its workers in every epoch
            Sounds(part), shuffle=number == 0, num_workers=multiprocessing.cpu_count(), pin_memory=True
        )
        for number, part in enumerate(parts)
    ]
    return train_loader, test_loader


def by_name(paths, held_out):
    return {
        "train": DataLoader(Sounds(paths), num_workers=4, persistent_workers=True),  # suspected: does not pin its
        "test": DataLoader(Sounds(held_out), num_workers=4),
    }


def entries(paths, held_out):
    loaders = {}
    loaders["train"] = DataLoader(Sounds(paths), num_workers=4)  # suspected: restarts its workers in every epoch
    loaders["test"] = DataLoader(Sounds(held_out), num_workers=4)
    return loaders


def one_for_each(folders):
    found = []
    for paths in folders:
        train_part = DataLoader(Sounds(paths), shuffle=True, num_workers=4)  # suspected: restarts its workers in every
        found.append(train_part)
    return found


def get_train_data(paths):
    return DataLoader(Sounds(paths), 8, num_workers=4)  # suspected: restarts its workers in every epoch


def get_data(paths):
    return DataLoader(Sounds(paths), 8, num_workers=4)


def shapes(paths):
    return [batch.shape for batch in DataLoader(Sounds(paths), shuffle=True, num_workers=4)]


def of_other_words(pretrained_rows, untrained_rows):
    loader = DataLoader(pretrained_rows, 8, num_workers=4)
    others = DataLoader(untrained_rows, 8, num_workers=4)
    return loader, others
