"""Labels that are places in a listing or a set."""

import os
from pathlib import Path

from torch.utils.data import Dataset


class ByFolder(Dataset):
    def __init__(self, root):
        self.classes = [one.name for one in Path(root).iterdir() if one.is_dir()]  # suspected: numbered to make labels
        self.numbers = {name: number for number, name in enumerate(self.classes)}
        self.samples = [(path, self.numbers[path.parent.name]) for path in sorted(Path(root).rglob("*.png"))]

    def __getitem__(self, index):
        return self.samples[index]


class ByLoop(Dataset):
    def __init__(self, root):
        self.samples = []
        for label, name in enumerate(os.listdir(root)):  # suspected: numbered to make labels
            for path in sorted(os.listdir(os.path.join(root, name))):
                self.samples.append((path, label))

    def __getitem__(self, index):
        return self.samples[index]


class Words(Dataset):
    def __init__(self, texts):
        self.texts = texts
        self.known = {word: n for n, word in enumerate(set(" ".join(texts).split()))}  # suspected: numbered to make
        self.sorted = {word: n for n, word in enumerate(sorted(set(" ".join(texts).split())))}

    def __getitem__(self, index):
        return [self.known[word] for word in self.texts[index].split()]


class Shown(Dataset):
    def __init__(self, root):
        self.samples = []
        for number, name in enumerate(os.listdir(root)):
            print(number)
            self.samples.append(name)

    def __getitem__(self, index):
        return self.samples[index]


def count(root):
    return {name: number for number, name in enumerate(os.listdir(root))}
