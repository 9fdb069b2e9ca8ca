"""Who trains on what is loaded how."""

import lightning
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
from torchvision import datasets

rows = torch.rand(16, 4)


class Files(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


def train(model, loader, optimizer):
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()


def evaluate(model, loader):
    with torch.no_grad():
        return [model(batch).mean().item() for batch in loader]


def main(model, optimizer, paths, args):
    train(model, DataLoader(Files(paths), batch_size=4), optimizer)  # finding: loads each batch while the model waits
    train(model, DataLoader(Files(paths), batch_size=4, num_workers=2), optimizer)
    train(model, DataLoader(Files(paths), batch_size=4, num_workers=args.workers), optimizer)
    train(model, DataLoader(TensorDataset(rows), batch_size=4), optimizer)
    train(model, DataLoader(Files(paths), **vars(args)), optimizer)
    settings = {"batch_size": 4, "num_workers": 2}
    train(model, DataLoader(Files(paths), **settings), optimizer)
    evaluate(model, DataLoader(Files(paths), batch_size=4))
    digits = DataLoader(datasets.MNIST("data"), batch_size=4, num_workers=0)  # finding: `digits` loads each batch
    for epoch in range(3):
        train(model, digits, optimizer)


class Digits(lightning.LightningDataModule):
    def train_dataloader(self):
        return DataLoader(datasets.MNIST("data"), batch_size=4)  # finding: loads each batch while the model waits

    def val_dataloader(self):
        return DataLoader(datasets.MNIST("data"), batch_size=4)
