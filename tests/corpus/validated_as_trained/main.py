"""Brings model and data together."""

import torch
from engine import epoch_of, fit, validate
from torch import nn
from torch.utils.data import DataLoader
from torchvision.datasets import CIFAR10
from torchvision.models import resnet18
from torchvision.transforms import ToTensor


def main():
    train_loader = DataLoader(CIFAR10("data", True, ToTensor()), batch_size=32, shuffle=True, num_workers=4)
    test_loader = DataLoader(CIFAR10("data", False, ToTensor()), batch_size=32, num_workers=4)
    model = resnet18(num_classes=10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    criterion = nn.CrossEntropyLoss()
    for _ in range(10):
        fit(model, train_loader, criterion, optimizer)
        print(validate(model, test_loader, criterion))
    for _ in range(10):
        epoch_of(model, train_loader, criterion, optimizer)
        print(epoch_of(model, test_loader, criterion))


if __name__ == "__main__":
    main()
