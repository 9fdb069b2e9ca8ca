"""Loaders that a method of a data module makes for training and for validation."""

import pytorch_lightning as pl
from torch.utils.data import DataLoader
from torchvision.datasets import CIFAR10
from torchvision.transforms import ToTensor


class Plain(pl.LightningDataModule):
    def __init__(self, root):
        super().__init__()
        self.root = root

    def setup(self, stage=None):
        self.train_set = CIFAR10(self.root, train=True, transform=ToTensor())
        self.val_set = CIFAR10(self.root, train=False, transform=ToTensor())

    def loader(self, dataset):
        return DataLoader(dataset, batch_size=32, num_workers=4)  # finding: the same order in every epoch

    def train_dataloader(self):
        return self.loader(self.train_set)

    def val_dataloader(self):
        return self.loader(self.val_set)


class Told(Plain):
    def loader_of(self, dataset, shuffle):
        return DataLoader(dataset, batch_size=32, num_workers=4, shuffle=shuffle)

    def train_dataloader(self):
        return self.loader_of(self.train_set, shuffle=True)

    def val_dataloader(self):
        return self.loader_of(self.val_set, shuffle=False)


class OnlyForValidation(Plain):
    def in_order(self, dataset):
        return DataLoader(dataset, batch_size=32, num_workers=4)

    def train_dataloader(self):
        return DataLoader(self.train_set, batch_size=32, num_workers=4, shuffle=True)

    def val_dataloader(self):
        return self.in_order(self.val_set)
