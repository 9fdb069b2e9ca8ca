"""A number of steps that is the number of epochs times another one, where the batches come from a generator."""

import torch.nn.functional as F
from torch import nn, optim, randn
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR

EPOCHS, STEPS, RATE = 3, 20, 1e-2


def batches():
    for _ in range(STEPS):
        yield randn(8, 2), randn(8, 2)


def train(model, optimizer):
    for x, y in batches():
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


def once_per_epoch():
    model = nn.Linear(2, 2)
    optimizer = optim.AdamW(model.parameters())
    scheduler = OneCycleLR(optimizer, RATE, total_steps=EPOCHS * STEPS)
    for epoch in range(EPOCHS):
        for x, y in batches():
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        scheduler.step()  # finding: runs once per epoch, but `OneCycleLR` expects `EPOCHS * STEPS` steps, one per batch


def for_each_batch():
    model = nn.Linear(2, 2)
    optimizer = optim.AdamW(model.parameters())
    scheduler = OneCycleLR(optimizer, RATE, total_steps=STEPS * EPOCHS)
    for epoch in range(EPOCHS):
        for x, y in batches():
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def half_a_wave():
    model = nn.Linear(2, 2)
    optimizer = optim.AdamW(model.parameters())
    scheduler = CosineAnnealingLR(optimizer, T_max=EPOCHS * 2)
    for epoch in range(EPOCHS):
        train(model, optimizer)
        scheduler.step()


def of_other_epochs(more):
    model = nn.Linear(2, 2)
    optimizer = optim.AdamW(model.parameters())
    scheduler = CosineAnnealingLR(optimizer, T_max=more * STEPS)
    for epoch in range(EPOCHS):
        train(model, optimizer)
        scheduler.step()
