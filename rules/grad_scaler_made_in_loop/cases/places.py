"""Scalers made for each step, for each epoch, for each model, and those that go on."""

import torch
from torch import nn
from torch.cuda.amp import GradScaler


def loss_of(model, batch):
    with torch.autocast("cuda"):
        return model(batch).mean()


def train_step(model, optimizer, batch):
    scaler = GradScaler()  # finding: forgets the scale
    optimizer.zero_grad()
    scaler.scale(loss_of(model, batch)).backward()
    scaler.step(optimizer)
    scaler.update()


def steps(batches):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        train_step(model, optimizer, batch)


def where_it_is_wanted(batches, amp):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        scaler = torch.amp.GradScaler("cuda", enabled=amp)  # finding: create it once, before the loop
        optimizer.zero_grad()
        scaler.scale(loss_of(model, batch)).backward()
        scaler.step(optimizer)
        scaler.update()


def switched_off(batches):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        scaler = torch.amp.GradScaler("cuda", enabled=False)
        optimizer.zero_grad()
        scaler.scale(loss_of(model, batch)).backward()
        scaler.step(optimizer)
        scaler.update()


def when_there_is_none(batches):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = None
    for batch in batches:
        if scaler is None:
            scaler = GradScaler()
        optimizer.zero_grad()
        scaler.scale(loss_of(model, batch)).backward()
        scaler.step(optimizer)
        scaler.update()


def restored(batches):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = GradScaler().state_dict()
    for batch in batches:
        scaler = GradScaler()
        scaler.load_state_dict(state)
        optimizer.zero_grad()
        scaler.scale(loss_of(model, batch)).backward()
        scaler.step(optimizer)
        scaler.update()
        state = scaler.state_dict()


def one_epoch(model, optimizer, batches):
    scaler = GradScaler()
    for batch in batches:
        optimizer.zero_grad()
        scaler.scale(loss_of(model, batch)).backward()
        scaler.step(optimizer)
        scaler.update()


def epochs(batches):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(9):
        one_epoch(model, optimizer, batches)


def a_step_of_each_model(batch):
    for width in (1, 2, 3):
        model = nn.Linear(4, width)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scaler = GradScaler()
        scaler.scale(loss_of(model, batch)).backward()
        scaler.step(optimizer)
        scaler.update()
