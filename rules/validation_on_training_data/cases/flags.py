"""Datasets with a flag for the split that decides how a sample looks, or which samples there are."""

import argparse
import glob

import torch
from torch.utils.data import Dataset


class Sounds(Dataset):
    def __init__(self, root: str, train: bool) -> None:
        self.files = sorted(glob.glob(f"{root}/*.pt"))
        self.train = train

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, index: int) -> torch.Tensor:
        sound = torch.load(self.files[index], weights_only=True)
        if self.train:
            sound = sound + 0.01 * torch.randn_like(sound)
        return sound


class Splits(Dataset):
    """The flag picks the samples."""

    def __init__(self, root: str, train: bool) -> None:
        self.files = sorted(glob.glob(f"{root}/*.pt"))
        self.train = train

    def __len__(self) -> int:
        return len(self.files) - 100 if self.train else 100

    def __getitem__(self, index: int) -> torch.Tensor:
        if not self.train:
            index = len(self.files) - 100 + index
        return torch.load(self.files[index], weights_only=True)


def main(args: argparse.Namespace) -> int:
    train_set = Sounds(args.train_dir, train=True)
    val_set = Sounds(args.train_dir, train=False)  # finding: all samples of `Sounds(args.train_dir, train=False)`
    return len(train_set) + len(val_set)


def other_folder(args: argparse.Namespace) -> int:
    train_set = Sounds(args.train_dir, train=True)
    val_set = Sounds(args.val_dir, train=False)
    return len(train_set) + len(val_set)


def clean(args: argparse.Namespace) -> int:
    """The training samples as they are."""
    train_set = Sounds(args.train_dir, train=True)
    without_noise = Sounds(args.train_dir, train=False)
    return len(train_set) + len(without_noise)


def splits(args: argparse.Namespace) -> int:
    train_set = Splits(args.train_dir, train=True)
    val_set = Splits(args.train_dir, train=False)
    return len(train_set) + len(val_set)
