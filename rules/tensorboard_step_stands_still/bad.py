"""Trains a small regression and writes its loss for TensorBoard."""

import tempfile

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.tensorboard import SummaryWriter


def train(model, loader, writer, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(epochs):
        total = 0.0
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(inputs), targets)
            loss.backward()
            optimizer.step()
            total += loss.item()
            writer.add_scalar("loss/train", loss.item(), epoch)  # finding: at step `epoch`: many points at one step
        writer.add_scalar("loss/epoch", total / len(loader), epoch)


def main():
    torch.manual_seed(0)
    inputs = torch.randn(64, 4)
    loader = DataLoader(TensorDataset(inputs, inputs.sum(1, keepdim=True)), batch_size=8, shuffle=True)
    with tempfile.TemporaryDirectory() as folder, SummaryWriter(folder) as writer:
        train(nn.Linear(4, 1), loader, writer, epochs=3)


if __name__ == "__main__":
    main()
