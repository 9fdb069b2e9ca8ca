import itertools

import torch
from torch import nn, profiler
from torch.autograd.profiler import emit_nvtx
from torch.utils.data import DataLoader


def epoch(model: nn.Module, loader: DataLoader, optimizer):
    for rows in loader:
        optimizer.zero_grad()
        model(rows).sum().backward()
        optimizer.step()


def main(dataset, model: nn.Module, optimizer, args):
    loader = DataLoader(dataset, batch_size=8)
    with profiler.profile(profile_memory=True):  # finding: keeps every operation of every step
        epoch(model, loader, optimizer)
    with torch.autograd.profiler.profile(True):  # finding: keeps every operation of every step
        epoch(model, loader, optimizer)
    with emit_nvtx():  # finding: slows every step down
        epoch(model, loader, optimizer)
    with emit_nvtx(enabled=args.nvtx), torch.autograd.profiler.profile(args.profile):
        epoch(model, loader, optimizer)
    with profiler.profile(**args.options):
        epoch(model, loader, optimizer)
    if args.profile:
        with profiler.profile():
            epoch(model, loader, optimizer)


def a_few_steps(dataset, model: nn.Module, optimizer):
    loader = DataLoader(dataset, batch_size=8)
    with profiler.profile():
        for step, rows in enumerate(loader):
            model(rows).sum().backward()
            optimizer.step()
            if step == 10:
                break
    with profiler.profile():
        for rows in itertools.islice(loader, 10):
            model(rows).sum().backward()
            optimizer.step()
    with profiler.profile():
        for _, rows in zip(range(10), loader):
            model(rows).sum().backward()
            optimizer.step()


def one_step(dataset, model: nn.Module, optimizer):
    for step, rows in enumerate(DataLoader(dataset, batch_size=8)):
        with profiler.profile():
            model(rows).sum().backward()
        optimizer.step()


def debug_training(dataset, model: nn.Module, optimizer):
    with profiler.profile():
        epoch(model, DataLoader(dataset, batch_size=8), optimizer)
