"""Loaders with workers: whether they are kept, and whether batches are pinned."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
data = TensorDataset(torch.rand(64, 8), torch.randint(0, 2, (64,)))


def epochs(model: nn.Module, optimizer, criterion):
    loader = DataLoader(data, 8, shuffle=True, num_workers=4)  # finding: pass
    for epoch in range(5):
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def one_pass(model: nn.Module, optimizer, criterion):
    loader = DataLoader(data, 8, num_workers=2)  # finding: does not pin its batches for the GPU
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x.cuda()), y.cuda()).backward()
        optimizer.step()


def on_the_host(model: nn.Module, optimizer, criterion):
    loader = DataLoader(data, 8, num_workers=2)  # finding: restarts its workers in every epoch
    for epoch in range(5):
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def well_done(model: nn.Module, optimizer, criterion):
    loader = DataLoader(data, 8, num_workers=4, pin_memory=True, persistent_workers=True)
    for epoch in range(5):
        for x, y in loader:
            x, y = x.to(device, non_blocking=True), y.to(device, non_blocking=True)
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def chosen(model: nn.Module, optimizer, criterion, args, options):
    by_flag = DataLoader(data, 8, num_workers=args.workers)
    by_options = DataLoader(data, 8, num_workers=2, **options)
    by_other = DataLoader(data, 8, num_workers=2, pin_memory=args.pin, persistent_workers=args.keep)
    for epoch in range(5):
        for loader in (by_flag, by_options, by_other):
            for x, y in loader:
                optimizer.zero_grad()
                criterion(model(x.to(device)), y.to(device)).backward()
                optimizer.step()


def asks_for_the_other_half(model: nn.Module, optimizer, criterion):
    loader = DataLoader(data, 8, num_workers=2)  # batch-copy-not-overlapped speaks of the copies
    for x, y in loader:
        x, y = x.to(device, non_blocking=True), y.to(device, non_blocking=True)
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def validation(model: nn.Module, optimizer, criterion):
    loader = DataLoader(data, 8, num_workers=2)
    for epoch in range(5):
        with torch.no_grad():
            for x, y in loader:
                print(criterion(model(x.to(device)), y.to(device)))


def made_anew(model: nn.Module, optimizer, criterion):
    for epoch in range(5):
        loader = DataLoader(data, 8, num_workers=2, pin_memory=True)  # each epoch has other samples
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
