"""A page's training, whose curves go to TensorBoard: every batch at the step of its epoch, hooks without any."""

from functools import partial

import torch
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter("runs/first")


def write_statistics(i, module, inputs, output):
    writer.add_scalar(f"{i}-mean", output.mean())  # finding: is written without a step
    writer.add_scalar(f"{i}-mean", output.std())  # finding: is written without a step  # finding: names mean


def watch(model):
    return [m.register_forward_hook(partial(write_statistics, i)) for i, m in enumerate(model.children())]


def train(model: nn.Module, loader: DataLoader, optimizer, epochs, device):
    for epoch in range(epochs):
        model.train()
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(inputs.to(device)), targets.to(device))
            loss.backward()
            optimizer.step()
            writer.add_scalar("loss", loss, epoch)  # finding: each batch writes "loss" at step `epoch`


def main():
    data = torch.utils.data.TensorDataset(torch.rand(64, 8), torch.randint(0, 2, (64,)))
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    handles = watch(model)
    train(model, DataLoader(data, batch_size=8, shuffle=True), torch.optim.Adam(model.parameters()), 3, "cpu")
    for handle in handles:
        handle.remove()


main()
