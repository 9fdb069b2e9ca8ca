"""The device is a setting, and part of the batches are moved where it is a GPU."""

import argparse

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def train(device: str, use_cuda: bool) -> None:
    loader = DataLoader(TensorDataset(torch.randn(64, 8), torch.randint(0, 3, (64,))), batch_size=8)
    model = nn.Linear(8, 3).to(device)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()  # suspected: `x` comes from a DataLoader
    other = nn.Linear(8, 3)
    if use_cuda:
        other.cuda()
    for x, y in loader:
        if use_cuda:
            x, y = x.cuda(), y.cuda()
        F.cross_entropy(other(x), y).backward()
    for x, y in loader:
        if use_cuda:
            x = x.cuda()
        F.cross_entropy(other(x), y).backward()  # finding: `y` comes from a DataLoader


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--use-cuda", action="store_true")
    args = parser.parse_args()
    train(args.device, args.use_cuda)
