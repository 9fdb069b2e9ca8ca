"""Loaders of datasets whose class says that they are for an evaluation."""

import torch
from torch.utils.data import DataLoader, Dataset


class PairsEval(Dataset):
    def __init__(self, size):
        self.rows = torch.rand(size, 3)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


class PairsEvaluated(PairsEval):
    """Any part, with a score of each pair."""


class PairsTrainVal(PairsEval):
    """The part that is trained on in the end."""


class ValidPairs(PairsEval):
    """Those without a gap."""


class PairsCrossVal(PairsEval):
    """Any part of a cross-validation."""


def of_any_part(size):
    pairs, folds = ValidPairs(size), PairsCrossVal(size)
    yield DataLoader(pairs, batch_size=4, drop_last=True, shuffle=True)
    yield DataLoader(folds, batch_size=4, drop_last=True, shuffle=True)


def loader_of(size):
    dataset = PairsEval(size)
    return DataLoader(dataset, batch_size=4, drop_last=True, shuffle=True)  # suspected: leaves the last samples out


def scored(size):
    dataset = PairsEvaluated(size)
    return DataLoader(dataset, batch_size=4, drop_last=True, shuffle=True)


def of_both(size):
    dataset = PairsTrainVal(size)
    return DataLoader(dataset, batch_size=4, drop_last=True, shuffle=True)


def held_out_part(size):
    val_set = PairsTrainVal(size)
    return DataLoader(val_set, batch_size=4, drop_last=True)  # suspected: leaves the last samples out


def trained_on(size):
    train_dataset = PairsEval(size)
    train_loader = DataLoader(train_dataset, batch_size=4, drop_last=True, shuffle=True)
    return train_loader


for rows in (*loader_of(10), *scored(10), *of_both(10), *held_out_part(10), *trained_on(10)):
    print(rows.shape)
