"""What datasets read and make for each sample."""

import json
import os
import pickle
from functools import lru_cache

import numpy as np
import pandas as pd
import torch
import torchaudio
from torch.utils.data import Dataset
from transformers import AutoTokenizer

ROOT = "data"
NAME = "bert-base-uncased"


class Files(Dataset):
    def __init__(self, root, paths):
        self.root, self.paths, self.table = root, paths, None

    def __len__(self):
        return len(self.paths)


class Again(Files):
    def __getitem__(self, index):
        names = sorted(os.listdir(self.root))  # finding: lists the folder again for every sample
        table = pd.read_csv(os.path.join(ROOT, "labels.csv"))  # finding: reads the whole file again
        tokenizer = AutoTokenizer.from_pretrained(NAME)  # finding: loads a model again
        mel = torchaudio.transforms.MelSpectrogram(16000)  # finding: computes its kernel again
        sound, rate = torchaudio.load(names[index])
        sound = torchaudio.transforms.Resample(rate, 16000)(sound)  # suspected: computes its kernel again
        return mel(sound), tokenizer(table.text[index])


class OneFileEach(Files):
    def __getitem__(self, index):
        path = self.paths[index]
        with open(path) as file, open(path + ".pickle", "rb") as other:
            return torch.load(path), json.load(file), pickle.load(other), os.listdir(os.path.join(self.root, path))


class Kept(Files):
    def __getitem__(self, index):
        if self.table is None:
            self.table = pd.read_csv(self.root)
        return self.table.iloc[index]


class Mapped(Files):
    def __getitem__(self, index):
        return np.load(self.root, mmap_mode="r")[index]


class Cached(Files):
    @lru_cache
    def __getitem__(self, index):
        return pd.read_csv(self.root)


class Shards(Files):
    def __getitem__(self, index):
        self.root = self.paths[index // 1000]
        return torch.load(self.root)[index % 1000]


class WithFallback(Dataset):
    """Reads the same file only where a sample's own is missing."""

    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        try:
            return np.load(self.paths[index])
        except OSError:
            return self.blank()

    def blank(self):
        return np.load("blank.npy")
