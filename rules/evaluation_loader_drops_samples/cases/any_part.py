"""One call of DataLoader for every part of the data, among them those that a model is evaluated on."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Series(Dataset):
    def __init__(self, folder, part):
        self.rows = torch.load(f"{folder}/{part}.pt")

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, at):
        return self.rows[at]


def provide(folder, size, flag):
    if flag == "train":
        is_shuffled = True
    else:
        is_shuffled = False
    drop_last = True  # suspected: leaves the last samples out of the evaluation on "test" too
    return DataLoader(Series(folder, flag), batch_size=size, shuffle=is_shuffled, drop_last=drop_last)


class Experiment:
    def __init__(self, folder):
        self.folder = folder

    def get(self, flag):
        return provide(self.folder, 32, flag)

    def both(self):
        return self.get(flag="train"), self.get(flag="test")


def provide_by_one(folder, size, kind):
    if kind == "train":
        size = size * 2
    drop_last = kind == "train"
    return DataLoader(Series(folder, kind), batch_size=size, drop_last=drop_last)


class Data:
    def __init__(self, train_set, val_set):
        self.train_set, self.val_set = train_set, val_set

    def load(self, rows, is_shuffled):
        return DataLoader(rows, 32, shuffle=is_shuffled, drop_last=True)  # suspected: with `self.val_set` too

    def load_for_training(self, rows):
        return DataLoader(rows, 32, shuffle=True, drop_last=True)

    def loaders(self):
        return self.load(self.train_set, True), self.load(self.val_set, False), self.load_for_training(self.train_set)


def accuracy(model, loader):
    model.eval()
    right = 0
    with torch.no_grad():
        for rows, labels in loader:
            right += (model(rows).argmax(1) == labels).sum().item()
    return right


def by_key(folder):
    model = nn.Linear(8, 2)
    loaders = {part: DataLoader(Series(folder, part), 32, drop_last=True) for part in ("train", "val")}  # finding: on "val"
    return accuracy(model, loaders["val"])


def by_key_for_training(folder):
    folds = ["train", "extra"]
    return {part: DataLoader(Series(folder, part), 32, shuffle=True, drop_last=True) for part in folds}


def by_key_of_a_loop(folder):
    model, loaders, parts = nn.Linear(8, 2), {}, ["train", "test"]
    for part in parts:
        loaders[part] = DataLoader(Series(folder, part), 32, drop_last=True)  # suspected: on "test"
    for part in ["train", "extra"]:
        loaders[part] = DataLoader(Series(folder, part), 32, drop_last=True)
    return accuracy(model, loaders["test"])


def by_key_with_all(folder):
    return {part: DataLoader(Series(folder, part), 32, drop_last=part == "train") for part in ("train", "val")}
