"""What a directory lists, cut, dealt out, shuffled and paired."""

import glob
import os
import random
from pathlib import Path

import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import Dataset


def halves(root):
    images = glob.glob(os.path.join(root, "*.png"))  # finding: split in two, but its order differs between machines
    count = int(len(images) * 0.8)
    return images[:count], images[count:]


def halves_of_sorted(root, count):
    images = sorted(glob.glob(os.path.join(root, "*.png")))
    return images[:count], images[count:]


def halves_sorted_in_place(root, count):
    images = os.listdir(root)
    images.sort()
    return images[:count], images[count:]


def chunk_of_rank(root, rank, world_size):
    chunks = [str(path) for path in Path(root).glob("*.jsonl")]  # finding: divided among processes
    return chunks[rank::world_size]


def chunk_of_rank_sorted(root, rank, world_size):
    chunks = [str(path) for path in sorted(Path(root).glob("*.jsonl"))]
    return chunks[rank::world_size]


def repeated_by_seed(root, number):
    shards = list(Path(root).iterdir())  # finding: shuffled with a seed
    random.Random(number).shuffle(shards)
    return shards


def by_scikit(root):
    return train_test_split(os.listdir(root), test_size=0.2, random_state=1)  # finding: shuffled with a seed


def by_scikit_at_random(root):
    return train_test_split(os.listdir(root), test_size=0.2)


def all_alike(root):
    return [torch.load(path) for path in Path(root).glob("*.pt")]


def the_first_few(root):
    names = os.listdir(root)
    print(names[:3])
    return {name: len(name) for name in names}


class Pairs(Dataset):
    def __init__(self, root):
        self.root = root
        self.images = os.listdir(os.path.join(root, "images"))  # finding: paired with another directory
        self.masks = os.listdir(os.path.join(root, "masks"))  # finding: paired with another directory

    def __getitem__(self, index):
        return self.images[index], self.masks[index]


class PairsByName(Dataset):
    def __init__(self, root):
        self.images = os.listdir(os.path.join(root, "images"))
        self.masks = [name.replace(".jpg", ".png") for name in self.images]

    def __getitem__(self, index):
        return self.images[index], self.masks[index]


class PairsSorted(Dataset):
    def __init__(self, root):
        self.images = sorted(os.listdir(os.path.join(root, "images")))
        self.masks = sorted(os.listdir(os.path.join(root, "masks")))

    def __getitem__(self, index):
        return self.images[index], self.masks[index]


def zipped(left, right):
    return list(zip(os.listdir(left), sorted(os.listdir(right))))  # finding: paired with another directory


def zipped_by_order(left, right):
    return list(zip(glob.glob(left), glob.glob(right)))  # finding: paired  # finding: paired
