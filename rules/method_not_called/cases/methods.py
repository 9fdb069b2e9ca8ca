import elsewhere.train
import torch
from torch import nn, optim


class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 2)
        self.optimizer = optim.Adam(self.model.parameters())
        self.scheduler = optim.lr_scheduler.StepLR(self.optimizer, 30)

    @property
    def step(self):
        return 0

    def train(self, x):
        loss = self.model(x).sum()
        self.optimizer.zero_grad  # finding: does nothing
        loss.backward  # finding: write `loss.backward()`
        self.optimizer.step()
        self.scheduler.step  # finding: `self.scheduler.step` is not called
        self.step  # a property of its own
        self.model.train  # finding: `self.model.train` is not called

    def evaluate(self):
        self.model.weight
        switch = self.model.eval
        switch()
        return self.optimizer.step


def asked(model):
    try:
        model.eval
        print("a module")
    except AttributeError:
        print("no module")


def relied_on(model, x):
    try:
        model.eval  # finding: so it does nothing
        return model(x)
    except RuntimeError:
        return None


def of_something(thing):
    thing.step
    thing.eval  # suspected: so it does nothing


class Lazy:
    @property
    def train(self):
        return print("the rows are read now")

    def eval(self):
        return self.train


def read(parts):
    rows = Lazy()
    rows.train
    rows.eval  # finding: write `rows.eval()`
    elsewhere.train
    parts.train()


print(torch.ones(1), Trainer)
