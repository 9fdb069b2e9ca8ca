"""Losses that are differentiated without the accelerator, each next to one that is not."""

from accelerate import Accelerator
from lightning.fabric import Fabric
from torch.nn import functional as F


def plain(model, optimizer, loader):
    accelerator = Accelerator(mixed_precision="fp16")
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # finding: `loss.backward()` skips the loss scaling of `accelerator`
        optimizer.step()


def right(model, optimizer, loader):
    accelerator = Accelerator(mixed_precision="fp16")
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        optimizer.zero_grad()
        accelerator.backward(F.cross_entropy(model(x), y))
        optimizer.step()


class Trainer:
    def __init__(self, model, optimizer, loader):
        self.accelerator = Accelerator()
        self.model, self.optimizer, self.loader = self.accelerator.prepare(model, optimizer, loader)

    def fit(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            loss = F.cross_entropy(self.model(x), y)
            loss.backward()  # finding: call `self.accelerator.backward(loss)`
            self.optimizer.step()


def epoch(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward(retain_graph=True)  # finding: skips the loss scaling of `accelerator`
        optimizer.step()


def train(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for _ in range(3):
        epoch(model, optimizer, loader)


def by_fabric(model, optimizer, loader):
    fabric = Fabric(precision="16-mixed")
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # finding: call `fabric.backward(loss)`
        optimizer.step()


def sometimes_prepared(model, optimizer, loader, several):
    accelerator = Accelerator()
    if several:
        model, optimizer = accelerator.prepare(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # suspected: skips the loss scaling
        optimizer.step()


class ByOtherNames:
    def __init__(self, model, loader):
        self.acc = Accelerator(gradient_accumulation_steps=4)
        self.optimizer = torch.optim.Adam(model.parameters())
        self.model, self.optimizer, self.loader = self.acc.prepare(model, self.optimizer, loader)
        self.plain = nn.Linear(4, 1)
        self.own = torch.optim.Adam(self.plain.parameters())

    def step(self, x, y):
        with self.acc.accumulate(self.model):
            loss = nn.functional.mse_loss(self.model(x), y)
            (loss + self.model(x).square().mean()).backward()  # finding: skips the loss scaling of `self.acc`
            self.optimizer.step()
            self.optimizer.zero_grad()

    def step_of_another(self, x, y):
        loss = nn.functional.mse_loss(self.plain(x), y)
        self.own.zero_grad()
        loss.backward()
        self.own.step()
