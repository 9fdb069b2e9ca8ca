"""Ways to write every batch at one step."""

import torch
from tensorboardX import SummaryWriter as Board
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader
from torch.utils.tensorboard import SummaryWriter


class Trainer:
    def __init__(self, model, loader: DataLoader, folder):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())
        self.writer = SummaryWriter(folder)

    def train_epoch(self, epoch):
        for i, (x, y) in enumerate(self.loader):
            loss = F.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.writer.add_scalar("loss", loss.item(), epoch)  # finding: each batch writes "loss" at step `epoch`
            if i % 100 == 0:
                self.writer.add_scalar("lr", self.optimizer.param_groups[0]["lr"], epoch)  # finding: "lr" at step
            self.writer.add_scalar("loss/counted", loss.item(), epoch * len(self.loader) + i)

    @torch.no_grad()
    def evaluate(self, loader: DataLoader, epoch):
        right = 0
        for x, y in loader:
            right += (self.model(x).argmax(1) == y).sum().item()
            self.writer.add_scalars("right", {"so far": right}, epoch + 1)  # finding: at step `epoch + 1`
        self.writer.add_scalar("accuracy", right, epoch)


def train(model: nn.Module, loader: DataLoader, folder, epochs, name, every):
    board = Board(folder)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        step = epoch + 1
        for number, (x, y) in enumerate(loader):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            board.add_scalar(f"{name}/loss", loss, global_step=step)  # finding: at step `step`
            board.add_scalar(tag="{}/loss".format(name), scalar_value=loss, global_step=0)  # finding: at step `0`
            if number % every == 0:
                board.add_scalar("now and then", loss.item(), epoch)  # suspected: at step `epoch`
