import torch.nn.functional as F
from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, OneCycleLR


def one_epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


def cosine_of_epochs(model, loader, epochs):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # finding: runs once per batch, but `CosineAnnealingLR` expects `epochs` steps


def cosine_of_batches(loader, args):
    model = nn.Linear(2, 2)
    optimizer = optim.Adam(model.parameters())
    scheduler = CosineAnnealingLR(optimizer, args.epochs * len(loader))
    for epoch in range(args.epochs):
        for number, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        scheduler.step()  # finding: runs once per epoch


def in_constants(loader):
    model = nn.Linear(2, 2)
    optimizer = optim.Adam(model.parameters())
    scheduler = LinearLR(optimizer, 1.0, 0.01, total_iters=30)
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # finding: runs once per batch, but `LinearLR` expects `30` steps, one per epoch


class Trainer:
    def __init__(self, loader, epochs):
        self.model, self.loader, self.epochs = nn.Linear(2, 2), loader, epochs
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)
        self.scheduler = OneCycleLR(self.optimizer, 0.1, epochs=epochs, steps_per_epoch=len(self.loader))

    def fit(self):
        for epoch in range(self.epochs):
            for x, y in self.loader:
                self.optimizer.zero_grad()
                F.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            self.scheduler.step()  # finding: runs once per epoch
