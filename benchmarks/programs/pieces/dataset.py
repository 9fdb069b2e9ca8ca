import csv
import random
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Pictures_0(Dataset):
    """Pictures that are kept as arrays, with a table of their labels."""

    def __init__(self, root, split="train", size=32, is_flipped=True):
        self.root = Path(root)
        self.split = split
        self.size = size
        self.is_flipped = is_flipped and split == "train"
        with open(self.root / f"{split}.csv", newline="") as file:
            self.rows = [(row["name"], int(row["label"])) for row in csv.DictReader(file)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        name, label = self.rows[index]
        picture = np.load(self.root / name).astype("float32") / 255
        if self.is_flipped and random.random() < 0.5:
            picture = picture[:, ::-1].copy()
        return torch.from_numpy(picture).permute(2, 0, 1)[:, : self.size, : self.size], label


def loaders_0(root, batch_size=64, workers=4):
    train = Pictures_0(root, "train")
    test = Pictures_0(root, "test", is_flipped=False)
    return (
        DataLoader(train, batch_size=batch_size, shuffle=True, num_workers=workers, pin_memory=True, drop_last=True),
        DataLoader(test, batch_size=2 * batch_size, num_workers=workers, pin_memory=True),
    )
