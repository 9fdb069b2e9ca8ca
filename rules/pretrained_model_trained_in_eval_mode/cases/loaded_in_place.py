"""Functions that load weights into a model that they are given, and put it in eval mode."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))

    def forward(self, x):
        return self.layers(x)


def load_weights(model, path):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    model.eval()
    return state["epoch"]


def fit(model, rows):
    optimizer = torch.optim.Adam(model.parameters())
    for x in DataLoader(rows, batch_size=4, shuffle=True):
        optimizer.zero_grad()
        model(x).mean().backward()  # finding: trains in eval mode because `load_weights` left it there
        optimizer.step()


def fit_in_train_mode(model, rows):
    optimizer = torch.optim.Adam(model.parameters())
    model.train()
    for x in DataLoader(rows, batch_size=4, shuffle=True):
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()


class Trainer:
    def __init__(self, path):
        self.model = Net()
        self.optimizer = torch.optim.Adam(self.model.parameters())
        if path:
            self.resume(path)

    def resume(self, path):
        self.model.load_state_dict(torch.load(path))
        self.model.eval()

    def run(self, rows):
        for x in DataLoader(rows, batch_size=4, shuffle=True):
            self.optimizer.zero_grad()
            self.model(x).mean().backward()  # suspected: `self.model` trains in eval mode if it was loaded, and in
            self.optimizer.step()


class TrainerThatSwitches(Trainer):
    def __init__(self, path):
        self.model = Net()
        self.optimizer = torch.optim.Adam(self.model.parameters())
        if path:
            self.resume(path)
        self.model.train()

    def run(self, rows):
        for x in DataLoader(rows, batch_size=4, shuffle=True):
            self.optimizer.zero_grad()
            self.model(x).mean().backward()
            self.optimizer.step()


def finetune(path, rows):
    model = Net()
    load_weights(model, path)
    fit(model, rows)


def resume_and_train(path, rows):
    Trainer(path).run(rows)
    TrainerThatSwitches(path).run(rows)


def finetune_in_train_mode(path, rows):
    model = Net()
    load_weights(model, path)
    fit_in_train_mode(model, rows)
