"""Scores a saved classifier as a program, and a classifier in training for train.py."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision.datasets import FakeData
from torchvision.transforms import ToTensor


def accuracy(net: nn.Module, images: DataLoader) -> float:
    net.eval()
    right = seen = 0
    for pixels, labels in images:
        scores = net(pixels)  # finding: `net` is evaluated with gradients enabled
        right += (scores.argmax(dim=1) == labels).sum().item()
        seen += len(labels)
    return right / seen


def top_two(net: nn.Module, images: DataLoader) -> int:
    net.eval()
    right = 0
    for pixels, labels in images:
        right += (net(pixels).topk(2).indices == labels[:, None]).any(1).sum().item()
    return right


if __name__ == "__main__":
    saved = torch.jit.load("classifier.pt")  # finding: is deprecated and warns
    held_out = DataLoader(FakeData(32, (3, 8, 8), 4, transform=ToTensor()), batch_size=8)
    with torch.no_grad():
        print(accuracy(saved, held_out), top_two(saved, held_out))
