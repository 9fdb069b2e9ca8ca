"""Which dataset a part has is settled by a run."""

import copy

import torch
from torch.utils.data import Dataset, random_split


class Squares(Dataset):
    def __init__(self, transform):
        self.transform = transform

    def __len__(self):
        return 8

    def __getitem__(self, index):
        return self.transform(torch.tensor(float(index)))


def with_copy(part):
    """Gives a part a dataset of its own, as its objects are made: by their dict."""
    vars(part).update(dataset=copy.copy(part.dataset))


train, val = random_split(Squares(torch.square), [6, 2])
with_copy(val)
val.dataset.transform = torch.sqrt  # finding: assigning `val.dataset.transform` changes all Subsets  # refuted
first, second = random_split(Squares(torch.square), [6, 2])
second.dataset.transform = torch.sqrt  # finding: assigning `second.dataset.transform` changes all Subsets that share
print([list(part) for part in (train, val, first, second)])
