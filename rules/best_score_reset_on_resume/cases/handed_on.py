"""Where to go on comes from a function that makes everything, and what is the best is handed to what saves."""

import os

import torch
from torch import nn

from training import evaluate, one_epoch, save_checkpoint


def make_all(config):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start_epoch, best = 0, 0.0
    if os.path.isfile(config.latest):
        saved = torch.load(config.latest)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        start_epoch = saved["epoch"] + 1
        best = saved["best"]
    return model, optimizer, start_epoch, best


def make_anew(config):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start_epoch = config.first
    return model, optimizer, start_epoch


def unpacked(config, loaders):
    model, optimizer, start_epoch, _ = make_all(config)
    best_acc = 0.0  # finding: `best_acc` restarts at `0.0` on resume
    for epoch in range(start_epoch, config.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")
        print(epoch, best_acc)


def restored(config, loaders):
    model, optimizer, start_epoch, best_acc = make_all(config)
    for epoch in range(start_epoch, config.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")
        print(epoch, best_acc)


def never_resumed(config, loaders):
    model, optimizer, start_epoch = make_anew(config)
    best_acc = 0.0
    for epoch in range(start_epoch, config.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")
        print(epoch, best_acc)


def told_what_is_best(config, loaders, show):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start_epoch = 0
    if config.resume:
        saved = torch.load(config.resume)
        model.load_state_dict(saved["model"])
        start_epoch = saved["epoch"]
        lowest = saved["lowest"]
    lowest = 1e8  # finding: `lowest` restarts at `1e8` on resume
    passes = show(list(range(start_epoch, config.epochs)))
    for epoch in passes:
        one_epoch(model, optimizer, loaders[0])
        loss = evaluate(model, loaders[1])
        is_best = False
        if loss < lowest:
            lowest = loss
            is_best = True
        save_checkpoint({"epoch": epoch, "model": model.state_dict(), "lowest": lowest}, is_best)


def told_every_time(config, loaders, show):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start_epoch = 0
    if config.resume:
        saved = torch.load(config.resume)
        model.load_state_dict(saved["model"])
        start_epoch = saved["epoch"]
    lowest = 1e8
    for epoch in range(start_epoch, config.epochs):
        one_epoch(model, optimizer, loaders[0])
        loss = evaluate(model, loaders[1])
        is_best = False
        if loss < lowest:
            lowest = loss
            is_best = True
        show(epoch, is_best)
