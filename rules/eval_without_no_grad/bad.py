"""Trains a small classifier, validates it after each epoch and names the classes of a few new images."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class ConvNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())
        self.head = nn.Linear(8, classes)

    def forward(self, images):
        return self.head(self.layers(images).mean((2, 3)))


class Trainer:
    def __init__(self, model):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def train_epoch(self, loader):
        self.model.train()
        for images, labels in loader:
            self.optimizer.zero_grad()
            self.criterion(self.model(images), labels).backward()
            self.optimizer.step()

    def validate(self, loader):
        self.model.eval()
        total_loss = 0.0
        for images, labels in loader:
            logits = self.model(images)  # finding: `self.model` is evaluated with gradients enabled
            total_loss += self.criterion(logits, labels).item()
        return total_loss / len(loader)


def accuracy(model, loader):
    model.eval()
    correct, seen = 0, 0
    for images, labels in loader:
        logits = model(images)  # finding: `model` is evaluated with gradients enabled
        correct += (logits.argmax(1) == labels).sum().item()
        seen += len(labels)
    return correct / seen


def name_classes(model, images, names):
    model.eval()
    best = model(images).argmax(1)  # finding: `model` is evaluated with gradients enabled
    return [names[index] for index in best.tolist()]


def loader_of(samples):
    labels = torch.randint(0, 2, (samples,))
    images = torch.randn(samples, 1, 8, 8) + labels.view(-1, 1, 1, 1)
    return DataLoader(TensorDataset(images, labels), batch_size=16, shuffle=True)


def main():
    torch.manual_seed(0)
    train_loader, val_loader = loader_of(128), loader_of(64)
    model = ConvNet(classes=2)
    trainer = Trainer(model)
    for epoch in range(3):
        trainer.train_epoch(train_loader)
        print(f"epoch {epoch}: {trainer.validate(val_loader):.4f} {accuracy(model, val_loader):.2f}")
    print(name_classes(model, torch.zeros(2, 1, 8, 8), names=["dark", "light"]))


if __name__ == "__main__":
    main()
