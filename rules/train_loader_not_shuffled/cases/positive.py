"""The ways in which loaders that train go without shuffling."""

import lightning
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset
from torchvision.datasets import ImageFolder


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.full((4,), float(index))


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.loader = DataLoader(ImageFolder("images"), 16, num_workers=2)  # finding: gives training the same batches
        self.test_loader = DataLoader(ImageFolder("images"), 16, num_workers=2)

    def fit(self, epochs):
        for epoch in range(epochs):
            for step, (images, labels) in enumerate(self.loader):
                loss = torch.nn.functional.cross_entropy(self.model(images), labels)
                loss.backward()
                self.optimizer.step()
            with torch.no_grad():
                print(sum(self.model(images).mean() for images, _ in self.test_loader))


def main(model, optimizer):
    loaders = {
        "train": DataLoader(Rows(), batch_size=4, shuffle=False),  # finding: add `shuffle=True`
        "val": DataLoader(Rows(), batch_size=4, shuffle=False),
    }
    train_loader = DataLoader(TensorDataset(torch.load("rows.pt")), batch_size=4)  # finding: gives training the same
    for _ in range(20):
        for batch in loaders["train"]:
            model(batch).mean().backward()
            optimizer.step()
        for (batch,) in train_loader:
            model(batch).mean().backward()
            optimizer.step()


class Module(lightning.LightningModule):
    def train_dataloader(self):
        return DataLoader(Rows(), batch_size=4)  # finding: gives training the same batches in the same order in every

    def val_dataloader(self):
        return DataLoader(Rows(), batch_size=4)
