import json
import os

import torch
from torch.utils.data import DataLoader, Dataset


class Listed(Dataset):
    def __init__(self, root):
        self.classes = []
        self.items = []
        self.sizes = [(8, 8), (16, 16)]
        self.scales = []
        self._scan(root)

    def _scan(self, root):
        for label, folder in enumerate(os.listdir(root)):
            self.classes.append((folder, label))
            for name in os.listdir(folder):
                self.items.append({"path": name, "label": label})  # finding: `self.items` is copied into the memory of
                self.scales.append(label)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        size = self.sizes[index % 2]
        item = self.items[index]
        return torch.ones(size) * item["label"] * self.scales[index]


class Grouped(Dataset):
    def __init__(self, labels):
        self.places = [[] for _ in range(10)]
        for place, label in enumerate(labels):
            self.places[label].append(place)
        self.pairs = [(place, label) for place, label in enumerate(labels)]
        self.pairs = torch.tensor(self.pairs)

    def __len__(self):
        return 10

    def __getitem__(self, index):
        return self.pairs[self.places[index][0]]


class Alone(Dataset):
    def __init__(self, path):
        with open(path) as file:
            self.items = [(one["text"], one["label"]) for one in json.load(file)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return torch.tensor(self.items[index][1])


def main():
    for batch in DataLoader(Listed("images"), batch_size=8, num_workers=4):
        print(batch.sum())
    for batch in DataLoader(Grouped([0, 1]), batch_size=8, num_workers=4):
        print(batch.sum())
    for batch in DataLoader(Alone("texts.json"), batch_size=8, num_workers=0):
        print(batch.sum())


class Nested(Dataset):
    def __init__(self, names):
        self.items = {}
        self.items["all"] = []
        for name in names:
            self.items["all"].append((name, 0))

    def __getitem__(self, index):
        return self.items["all"][index], names_of(self)[index]


def names_of(dataset):
    return list(dataset.items)


def nested():
    for batch in DataLoader(Nested("abc"), batch_size=8, num_workers=4):
        print(batch)


class Returned(Dataset):
    """Lists that methods fill and return, and one that becomes an array."""

    def __init__(self, path):
        self.items, self.table = self.read(path), self.read_table(path)
        self.rows = self.read(path)
        self.rows_as_array = self.read_array(path)

    def read(self, path):
        found = []
        for line in path:
            found.append((line, 0))  # finding: `self.rows` is copied into the memory of each DataLoader worker
        return found

    def read_table(self, path):
        return torch.tensor([float(line) for line in path])

    def read_array(self, path):
        found = []
        for line in path:
            found.append((float(line), 0))
        found = torch.tensor(found)
        return found

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index], self.table[index], self.rows_as_array[index]


def returned():
    for batch in DataLoader(Returned("abc"), batch_size=8, num_workers=4):
        print(batch)


class Paired(Dataset):
    """Pairs of a local list, while samples are taken out of what is no attribute."""

    def __init__(self, names, labels):
        self.names = list(names)
        pairs = [(name, label) for name, label in zip(names, labels)]
        self.count = len(pairs)

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        letters = list("abcdefgh")
        return letters[index % 8]


def paired():
    for batch in DataLoader(Paired("abc", "def"), batch_size=8, num_workers=4):
        print(batch)


class Extended(Dataset):
    """Lists that are extended by tuples, and one that is extended by texts."""

    def __init__(self, paths):
        self.rows, self.words, self.names = [], [], []
        pairs = []
        for path in paths:
            with open(path) as lines:
                self.rows += [[float(line), path] for line in lines]  # finding: `self.rows` is copied
            pairs.extend((path, label) for label in range(3))  # finding: `self.pairs` is copied
            self.words.extend([path, path])
            self.names += [path]
        self.pairs = pairs

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index], self.words[index], self.names[index], self.pairs[index]


def extended():
    for batch in DataLoader(Extended("abc"), batch_size=8, num_workers=4):
        print(batch)


class Joined(Dataset):
    """Lists that are extended by what a method returns: dicts that it fills key by key, and texts."""

    def __init__(self, paths):
        rows, names = [], []
        self.marks = []
        for path in paths:
            rows += self.read(path)  # finding: `self.rows` is copied into the memory of each DataLoader worker
            names += self.read_names(path)
            self.marks.extend(self.read_marks(path))  # finding: `self.marks` is copied into the memory of each
        self.names = names
        self.rows = rows

    def read(self, path):
        found = []
        for line in open(path):
            row = {}
            row["text"] = line
            row["label"] = 0
            found.append(row)
        return found

    def read_names(self, path):
        found = []
        for line in open(path):
            name = line.strip()
            found.append(name)
        return found

    def read_marks(self, path):
        return [(line, 0) for line in open(path)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]["text"], self.names[index], self.marks[index]


def joined():
    for batch in DataLoader(Joined(["a.txt"]), batch_size=8, num_workers=4):
        print(batch)
