"""Trains half of the epochs, stops, and a second run goes on from the checkpoint."""

import os
import tempfile

import torch
from torch import nn

PATH = os.path.join(tempfile.mkdtemp(), "last.pt")


class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=0.01)
        self.epoch = 0

    def save(self):
        states = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save({**states, "last_epoch": self.epoch}, PATH)

    def resume(self):
        saved = torch.load(PATH, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.epoch = saved["epoch"]  # finding: raises KeyError: the checkpoint is saved without it; read

    def train(self, epochs):
        for self.epoch in range(self.epoch, epochs):
            x = torch.rand(32, 4)
            loss = nn.functional.mse_loss(self.model(x), x.sum(dim=1, keepdim=True))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        self.epoch = epochs
        self.save()


torch.manual_seed(0)
Trainer().train(5)
second = Trainer()
try:
    second.resume()
except KeyError as error:
    print("the second run starts anew, without", error)
second.train(10)
