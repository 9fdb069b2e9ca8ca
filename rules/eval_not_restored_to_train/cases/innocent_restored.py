"""Models that are back in train mode when they train again."""

import contextlib

import torch
import torch.nn.functional as F
from elsewhere import evaluate_somehow
from torch import nn
from torch.utils.data import DataLoader

train_loader, val_loader = DataLoader([]), DataLoader([])


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 2))


def train_epoch(model, optimizer):
    for rows, labels in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(rows), labels).backward()
        optimizer.step()


def at_the_start():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        model.train(); train_epoch(model, optimizer)
        model.eval()
        print(model(torch.zeros(1, 8)))


def after_validation():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        train_epoch(model, optimizer)
        model.train(False)
        print(model(torch.zeros(1, 8)))
        model.train(True)


class Several:
    """All models of a dict, by a loop that runs because there are some."""

    def __init__(self):
        self.models = {"encoder": net(), "decoder": net()}
        parameters = [p for model in self.models.values() for p in model.parameters()]
        self.optimizer = torch.optim.Adam(parameters)

    def set_train(self):
        for model in self.models.values():
            model.train()

    def set_eval(self):
        for model in self.models.values():
            model.eval()

    def fit(self):
        for epoch in range(3):
            self.epoch()

    def epoch(self):
        self.set_train()
        for rows, labels in train_loader:
            self.optimizer.zero_grad()
            self.loss(rows, labels).backward()
            self.optimizer.step()
            self.validate()

    def loss(self, rows, labels):
        return F.cross_entropy(self.models["encoder"](rows) + self.models["decoder"](rows), labels)

    def validate(self):
        self.set_eval()
        with torch.no_grad():
            for rows, labels in val_loader:
                print(self.loss(rows, labels).item())
        self.set_train()


@torch.no_grad()
def restoring(model):
    was = model.training
    model.eval()
    print(model(torch.zeros(1, 8)))
    model.train(was)


@torch.no_grad()
def restoring_if(model):
    was_training = model.training
    model.eval()
    print(model(torch.zeros(1, 8)))
    if was_training:
        model.train()


@contextlib.contextmanager
def evaluation(model):
    model.eval()
    yield
    model.train()


def restored(model, optimizer):
    for epoch in range(3):
        train_epoch(model, optimizer)
        restoring(model)
        restoring_if(model)
        with evaluation(model), torch.no_grad():
            print(model(torch.zeros(1, 8)))


def restored_of_an_own_model():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        train_epoch(model, optimizer)
        restoring(model)
        restoring_if(model)
        with evaluation(model), torch.no_grad():
            print(model(torch.zeros(1, 8)))
        evaluate_somehow(model)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.nets = {"model": net(), "other": net()}
        self.optimizer = torch.optim.Adam(model.parameters())

    def set_train(self):
        self.model.train()
        for one in self.nets.values():
            one.train()

    def set_eval(self):
        self.model.eval()
        for one in self.nets.values():
            one.eval()

    def fit(self):
        for epoch in range(3):
            self.set_train()
            for rows, labels in train_loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(self.nets["model"](rows)), labels).backward()
                self.optimizer.step()
            self.set_eval()
            with torch.no_grad():
                print(self.model(torch.zeros(1, 8)))


def by_phase():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        for phase, loader in (("train", train_loader), ("val", val_loader)):
            if phase == "train":
                model.train()
            else:
                model.eval()
            for rows, labels in loader:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    loss = F.cross_entropy(model(rows), labels)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()


def last_pass():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        train_epoch(model, optimizer)
    model.eval()
    print(model(torch.zeros(1, 8)))


at_the_start()
after_validation()
restored_of_an_own_model()
Trainer(net()).fit()
by_phase()
last_pass()
