"""One process reads through the handle that it has opened."""

import h5py
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, path):
        self.file = h5py.File(path, "r")

    def __len__(self):
        return len(self.file["rows"])

    def __getitem__(self, index):
        return self.file["rows"][index]


def main(path):
    for rows in DataLoader(Rows(path), batch_size=16, shuffle=True):
        print(rows.mean())
