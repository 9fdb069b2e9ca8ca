"""Fits a line, and writes its loss and its activations for TensorBoard."""

import tempfile

import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter


def watch(model, writer):
    def write(module, inputs, output):
        writer.add_scalar("activations/mean", output.mean().item())  # finding: all its points are at step 0

    return model[1].register_forward_hook(write)


def train(model, inputs, targets, writer):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(20):
        loss = nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        writer.add_scalar("loss", loss.item())  # finding: "loss" is written without a step
    writer.add_scalar("loss/last", loss.item())


def main():
    torch.manual_seed(0)
    inputs = torch.randn(32, 4)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    with tempfile.TemporaryDirectory() as folder, SummaryWriter(folder) as writer:
        handle = watch(model, writer)
        train(model, inputs, inputs.sum(1, keepdim=True), writer)
        handle.remove()


if __name__ == "__main__":
    main()
