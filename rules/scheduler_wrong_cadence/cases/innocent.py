import torch.nn.functional as F
from torch import nn, optim
from torch.optim.lr_scheduler import CosineAnnealingLR, CosineAnnealingWarmRestarts, OneCycleLR, StepLR


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    F.mse_loss(model(x), y).backward()
    optimizer.step()


def per_batch(loader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, 0.1, epochs=epochs, steps_per_epoch=len(loader))
    for epoch in range(epochs):
        for x, y in loader:
            step(model, optimizer, x, y)
            scheduler.step()


def per_epoch(loader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs)
    for epoch in range(epochs):
        for x, y in loader:
            step(model, optimizer, x, y)
        scheduler.step()


def of_all_batches(loader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs * len(loader))
    for epoch in range(epochs):
        for x, y in loader:
            step(model, optimizer, x, y)
            scheduler.step()


def whole_data_in_one_batch(x, y, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs)
    for epoch in range(epochs):
        step(model, optimizer, x, y)
        scheduler.step()


def fractions_of_epochs(loader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingWarmRestarts(optimizer, T_0=epochs)
    for epoch in range(epochs):
        for number, (x, y) in enumerate(loader):
            step(model, optimizer, x, y)
            scheduler.step(epoch + number / len(loader))


def every_so_many_batches(loader, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, step_size=1000)
    for epoch in range(epochs):
        for x, y in loader:
            step(model, optimizer, x, y)
            scheduler.step()


def another_length(loader, names, epochs):
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=len(names))
    for epoch in range(epochs):
        for x, y in loader:
            step(model, optimizer, x, y)
        scheduler.step()


def loops_over_folds(folds, epochs):
    for loader in folds:
        model = nn.Linear(2, 2)
        optimizer = optim.SGD(model.parameters(), lr=0.1)
        scheduler = CosineAnnealingLR(optimizer, epochs)
        for epoch in range(epochs):
            for x, y in loader:
                step(model, optimizer, x, y)
            scheduler.step()
