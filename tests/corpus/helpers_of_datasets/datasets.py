"""Datasets whose lists, images and weights come from functions of another file."""

import numpy as np
import torch
from helpers import class_weights, find_files, find_sorted, load_floats, load_image, sample_weights
from torch.utils.data import DataLoader, Dataset, WeightedRandomSampler


class Paired(Dataset):
    def __init__(self, root):
        sounds = find_sorted(root, "*.wav")
        self.sounds = sounds
        self.pitches = find_files(root, "*.f0")  # finding: is paired with another directory

    def __len__(self):
        return len(self.sounds)

    def __getitem__(self, index):
        return np.load(self.sounds[index]), np.load(self.pitches[index])


class PairedInOrder(Paired):
    def __init__(self, root):
        self.sounds = find_sorted(root, "*.wav")
        self.pitches = find_sorted(root, "*.f0")
        self.notes = find_files(root, "*.txt")

    def __getitem__(self, index):
        return np.load(self.sounds[index]), np.load(self.pitches[index])


class Brighter(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.from_numpy(load_image(self.paths[index]) + 24)  # finding: is computed in uint8


class BrighterFloats(Brighter):
    def __getitem__(self, index):
        return torch.from_numpy(load_floats(self.paths[index]) + 24)


def balanced(dataset, labels):
    weights = class_weights(labels)
    sampler = WeightedRandomSampler(weights, len(labels))  # finding: has one weight per class
    return DataLoader(dataset, sampler=sampler)


def balanced_by_sample(dataset, labels):
    return DataLoader(dataset, sampler=WeightedRandomSampler(sample_weights(labels), len(labels)))
