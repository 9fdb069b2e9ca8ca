"""Whole training steps between two readings: backward and step only launch work, a mask or a scaler waits for it."""

from time import time

import torch
from torch import nn

net = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 4)).to("cuda")
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 5)


def steps(rows, labels, epochs):
    seconds = []
    for epoch in range(epochs):
        begin = time()
        loss = criterion(net(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        seconds.append(time() - begin)  # finding: on a GPU, `time()` runs before `net(rows)` has finished
    return seconds


def without_the_first(rows, labels, epochs):
    seconds = []
    for epoch in range(epochs):
        if epoch > 2:
            begin = time()
        optimizer.zero_grad()
        criterion(net(rows), labels).backward()
        optimizer.step()
        if epoch > 2:
            seconds.append(time() - begin)  # finding: on a GPU, `time()` runs before `net(rows)` has finished
    return seconds


def of_other_epochs(rows, labels, epochs, wait):
    for epoch in range(epochs):
        if epoch > 2:
            begin = time()
        optimizer.zero_grad()
        criterion(net(rows), labels).backward()
        optimizer.step()
        if epoch > 3:
            print(time() - begin)
    epoch = 0
    if epoch > 2:
        begin = time()
    criterion(net(rows), labels).backward()
    epoch += 3
    if epoch > 2:
        print(time() - begin)
    if epoch > 2:
        begin = time()
    criterion(net(rows), labels).backward()
    wait()
    if epoch > 2:
        print(time() - begin)


def masked(rows, labels, mask):
    begin = time()
    loss = criterion(net(rows)[mask], labels[mask])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return time() - begin  # finding: on a GPU, `time()` runs before `loss.backward()` has finished


def masked_at_the_end(rows, mask):
    begin = time()
    chosen = net(rows)[mask]
    return chosen, time() - begin


def first_rows(rows):
    begin = time()
    chosen = net(rows)[:, 0]
    return chosen, time() - begin  # finding: on a GPU, `time()` runs before `net(rows)` has finished


def scaled(rows, labels):
    scaler = torch.amp.GradScaler("cuda")
    begin = time()
    with torch.autocast("cuda"):
        loss = criterion(net(rows), labels)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    return time() - begin


def searched(rows, labels):
    solver = torch.optim.LBFGS(net.parameters())

    def closure():
        solver.zero_grad()
        loss = criterion(net(rows), labels)
        loss.backward()
        return loss

    begin = time()
    closure()
    solver.step(closure)
    return time() - begin


def somebody_steps(rows, labels, engine):
    begin = time()
    criterion(net(rows), labels).backward()
    engine.step()
    return time() - begin


def epoch_of(loader):
    begin = time()
    for rows, labels in loader:
        optimizer.zero_grad()
        criterion(net(rows.to("cuda")), labels.to("cuda")).backward()
        optimizer.step()
    return time() - begin
