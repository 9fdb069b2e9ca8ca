"""A script that measures a network on the test set: its name is a test's, and nobody collects it."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def test(model, loader):
    model.eval()
    right = 0
    for images, labels in loader:
        right += (model(images).argmax(1) == labels).sum().item()  # finding: `model` is evaluated with gradients enabled
    return right


if __name__ == "__main__":
    network = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
    network.load_state_dict(torch.load("network.pt", map_location="cpu"))
    print(test(network, DataLoader(torch.load("test_set.pt"), batch_size=100)))
