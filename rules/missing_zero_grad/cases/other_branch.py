"""A zero_grad in the branch that a run never takes clears nothing; one that some pass may take does."""

import torch
from torch import nn


def only_with_mixed_precision(loader, mixed: bool):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.cuda.amp.GradScaler(enabled=mixed)
    for epoch in range(3):
        for x, y in loader:
            loss = (model(x) - y).pow(2).mean()
            if mixed:
                optimizer.zero_grad()
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
            else:
                loss.backward()
                optimizer.step()  # finding: applies the gradients of all earlier steps again


def by_an_option(loader, args):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = (model(x) - y).pow(2).mean()
        if args.clip_norm > 0 and not args.plain:
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), args.clip_norm)
            optimizer.step()
        else:
            loss.backward()
            optimizer.step()  # finding: applies the gradients of all earlier steps again


def an_option_that_changes(loader, args):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        args.warm = number > 10
        loss = (model(x) - y).pow(2).mean()
        if args.warm:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        else:
            loss.backward()
            optimizer.step()


def every_few_passes(loader, every):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        loss = (model(x) - y).pow(2).mean()
        if number % every == 0:
            optimizer.zero_grad()
            loss.backward()
        else:
            loss.backward()
            optimizer.step()


def after_the_first(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = True
    for x, y in loader:
        loss = (model(x) - y).pow(2).mean()
        if first:
            loss.backward()
            optimizer.step()
        else:
            optimizer.zero_grad()
            loss.backward()
        first = not first


def asked_each_time(loader, scaler):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = (model(x) - y).pow(2).mean()
        if scaler.is_enabled():
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
        else:
            loss.backward()
            optimizer.step()


def in_another_pass_of_the_epochs(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for clean in (True, False):
        for x, y in loader:
            loss = (model(x) - y).pow(2).mean()
            if clean:
                optimizer.zero_grad()
            else:
                loss.backward()
                optimizer.step()


def update(model, optimizer, x, y, clean):
    loss = (model(x) - y).pow(2).mean()
    if clean:
        optimizer.zero_grad()
        loss.backward()
    else:
        loss.backward()
        optimizer.step()


def by_an_argument(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        update(model, optimizer, x, y, number % 2 == 0)
