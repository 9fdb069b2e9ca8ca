"""Loaders that a framework asks an object for, by the names of its methods."""

import pytorch_lightning as pl
from somewhere import DigitsModule, Records
from torch.utils.data import DataLoader, SubsetRandomSampler
from torchvision.datasets import MNIST


class Digits(pl.LightningDataModule):
    def setup(self, stage=None):
        self.train_data, self.val_data = MNIST("data"), MNIST("data", train=False)

    def train_dataloader(self):
        return DataLoader(self.train_data, batch_size=32, shuffle=True)

    def val_dataloader(self):
        return DataLoader(self.train_data, batch_size=32)  # finding: `self.train_data` is used for both training and validation

    def test_dataloader(self):
        return DataLoader(self.val_data, batch_size=32)


class Inherited(DigitsModule):
    """Which data the base trains with is not seen."""

    def val_dataloader(self):
        return self.loader_over(self.dataset_train)  # suspected: `self.dataset_train` is used for both training and validation

    def test_dataloader(self):
        return self.loader_over(self.dataset_test)


class Named(pl.LightningModule):
    def train_dataloader(self):
        return DataLoader(dataset=self.records, batch_size=32, shuffle=True)

    def val_dataloader(self):
        return DataLoader(dataset=self.records, batch_size=32)  # suspected: `self.records` is used for both training and validation


class Turned(pl.LightningDataModule):
    """One dataset that is told which part it is to give."""

    def __init__(self):
        super().__init__()
        self.train_records = Records()

    def train_dataloader(self):
        return DataLoader(self.train_records, batch_size=32, shuffle=True)

    def val_dataloader(self):
        self.train_records.use("validation")
        return DataLoader(self.train_records, batch_size=32)


class Sampled(pl.LightningDataModule):
    def train_dataloader(self):
        return DataLoader(self.train_data, batch_size=32, sampler=SubsetRandomSampler(self.first))

    def val_dataloader(self):
        return DataLoader(self.train_data, batch_size=32, sampler=SubsetRandomSampler(self.second))


class Several(pl.LightningDataModule):
    """Measured on both, as they stand beside each other."""

    def train_dataloader(self):
        return DataLoader(self.train_data, batch_size=32, shuffle=True)

    def val_dataloader(self):
        return [DataLoader(self.val_data, batch_size=32), DataLoader(self.train_data, batch_size=32)]


class WhereThereIsNoOther(pl.LightningDataModule):
    def train_dataloader(self):
        return DataLoader(self.train_data, batch_size=32, shuffle=True)

    def val_dataloader(self):
        if self.val_data is None:
            return DataLoader(self.train_data, batch_size=32)
        return DataLoader(self.val_data, batch_size=32)


class OneBatch(pl.LightningDataModule):
    def train_dataloader(self):
        return DataLoader(self.train_data, batch_size=32, shuffle=True)

    def val_dataloader(self):
        """Where we want to overfit one batch, to see that it learns."""
        return DataLoader(self.train_data, batch_size=32)
