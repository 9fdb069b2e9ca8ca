"""Loaders with as many workers as an option says, for datasets of another file."""

from reader import Base, Lazy, Shards
from torch.utils.data import DataLoader


class Data:
    def __init__(self, path, workers=4):
        self.path, self.workers = path, workers
        self.train_set, self.val_set = Base(path), Shards([path])

    def train_dataloader(self):
        return DataLoader(self.train_set, batch_size=4, shuffle=True, num_workers=self.workers)

    def val_dataloader(self):
        return DataLoader(self.val_set, num_workers=self.workers)

    def test_dataloader(self):
        return DataLoader(Lazy(self.path), num_workers=self.workers)
