"""What datasets return: three things or more, whose order each loop over the loader has to know."""

from typing import NamedTuple

import torch
from torch.utils.data import DataLoader, Dataset


def tone(number):
    return torch.sin(torch.arange(16) * 0.1 * number)


def label_of(number):
    return number % 2


class Sample(NamedTuple):
    wave: torch.Tensor
    label: int
    name: str


class Recordings(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        wave = tone(index)
        label = label_of(index)
        return wave, label, f"{index}.wav"  # finding: 3 different things as a bare tuple


class Named(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return Sample(tone(index), label_of(index), f"{index}.wav")


class Pairs(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return tone(index), label_of(index)


class Triplets(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return tone(index), tone(index + 1), tone(index + 2)


for waves, labels, names in DataLoader(Recordings(), batch_size=2):
    print(waves.shape, labels, names)
for batch in DataLoader(Named(), batch_size=2):
    print(batch.wave.shape, batch.label, batch.name)
for waves, labels in DataLoader(Pairs(), batch_size=2):
    print(waves.shape, labels)
for number, (anchors, near, far) in enumerate(DataLoader(Triplets(), batch_size=2)):
    print(number, anchors.shape, near.shape, far.shape)
