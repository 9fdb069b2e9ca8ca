import torch.nn.functional as F
from torch import nn, optim
from torch.optim.lr_scheduler import ExponentialLR, StepLR
from torch.utils.data import DataLoader


def train(model, loader: DataLoader, optimizer, scheduler, epochs):
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # finding: after 100 batches, 3e-05 of the learning rate is left


def exponential(loader: DataLoader):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    train(model, loader, optimizer, ExponentialLR(optimizer, gamma=0.9), 3)


def of_steps(loader: DataLoader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    for epoch in range(epochs):
        for number, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # finding: runs once per batch: after 100 batches, 1e-10 of the learning rate is left


def slow(loader: DataLoader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedulers = ExponentialLR(optimizer, gamma=0.9995), StepLR(optimizer, 1000)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            schedulers[0].step()
            schedulers[1].step()


def by_epoch(loader: DataLoader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = ExponentialLR(optimizer, gamma=0.9)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def few_steps_of_each_task(tasks, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in tasks:
        scheduler = ExponentialLR(optimizer, gamma=0.9)
        for number in range(5):
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()
