"""Indexed sequence files, which seek in one file for each region."""

import pyfaidx
import torch
from torch.utils.data import DataLoader, Dataset

_CODES = {base: number for number, base in enumerate("ACGTN")}


def encoded(text):
    return torch.tensor([_CODES[base] for base in text])


class Regions(Dataset):
    def __init__(self, path, regions):
        self.sequences = pyfaidx.Fasta(path)  # finding: `self.sequences` is opened once for all DataLoader workers
        self.regions = regions

    def __len__(self):
        return len(self.regions)

    def __getitem__(self, i):
        name, start, end = self.regions[i]
        return encoded(str(self.sequences[name][start:end]))


class RegionsOfEachWorker(Dataset):
    def __init__(self, path, regions):
        self.path, self.sequences, self.regions = path, None, regions
        self.lengths = {name: len(sequence) for name, sequence in pyfaidx.Fasta(path).items()}

    def __len__(self):
        return len(self.regions)

    def __getitem__(self, i):
        if self.sequences is None:
            self.sequences = pyfaidx.Fasta(self.path)
        name, start, end = self.regions[i]
        return encoded(str(self.sequences[name][start : min(end, self.lengths[name])]))


def loaders(path, regions):
    return [DataLoader(one(path, regions), batch_size=4, num_workers=4) for one in (Regions, RegionsOfEachWorker)]
