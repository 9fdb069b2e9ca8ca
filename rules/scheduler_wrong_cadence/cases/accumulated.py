"""Schedulers that step together with their optimizer, once for several batches."""

import torch
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR
from torch.utils.data import DataLoader
from tqdm import tqdm


def of_all_batches(model, loader, epochs, every):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = epochs * len(loader)
    scheduler = CosineAnnealingLR(optimizer, total)
    for _ in range(epochs):
        for number, (x, y) in enumerate(loader):
            (F.mse_loss(model(x), y) / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()  # suspected: runs once per `every` batches, but `total` counts them all; divide it by


def of_four_batches(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scheduler = OneCycleLR(optimizer, 0.1, total_steps=epochs * len(loader))
    for _ in range(epochs):
        for number, (x, y) in enumerate(loader):
            (F.mse_loss(model(x), y) / 4).backward()
            if (number + 1) % 4 == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()  # finding: runs once per `4` batches, but `epochs * len(loader)` counts them all


def of_steps(model, loader, epochs, every):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scheduler = CosineAnnealingLR(optimizer, epochs * len(loader) // every)
    for _ in range(epochs):
        for number, (x, y) in enumerate(loader):
            (F.mse_loss(model(x), y) / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()


def of_each_batch(model, loader, epochs, every):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scheduler = CosineAnnealingLR(optimizer, epochs * len(loader))
    for _ in range(epochs):
        for number, (x, y) in enumerate(loader):
            (F.mse_loss(model(x), y) / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
            scheduler.step()


def early(model, loader, epochs, every):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    updates = len(loader) // every
    total = epochs * updates
    scheduler = CosineAnnealingLR(optimizer, T_max=total)
    for _ in range(epochs):
        for number, (x, y) in enumerate(loader):
            (F.mse_loss(model(x), y) / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
            scheduler.step()  # finding: runs once per batch, but `total` counts steps of `every` batches each


def of_other_halves(model, loader, epochs, every):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=epochs * len(loader) // 2)
    for _ in range(epochs):
        for number, (x, y) in enumerate(loader):
            (F.mse_loss(model(x), y) / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
            scheduler.step()


def of_all_batches_behind_a_bar(model, data, options, every):
    loader = DataLoader(data, batch_size=16)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = int(options.epochs) * len(loader)
    scheduler = CosineAnnealingLR(optimizer, total)
    for _ in range(options.epochs):
        bar = tqdm(loader, total=len(loader))
        done = 0
        for x, y in bar:
            done += 1
            (F.mse_loss(model(x), y) / every).backward()
            if done % every == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()  # suspected: runs once per `every` batches, but `total` counts them all


def of_another_loader_behind_a_bar(model, data, other, options, every):
    loader, warming = DataLoader(data, batch_size=16), DataLoader(other, batch_size=16)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scheduler = CosineAnnealingLR(optimizer, options.epochs * len(warming))
    for _ in range(options.epochs):
        bar = tqdm(loader)
        for number, (x, y) in enumerate(bar):
            (F.mse_loss(model(x), y) / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()


def of_updates_behind_a_bar(model, data, options, every):
    loader = DataLoader(data, batch_size=16)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    updates = len(loader) // every
    total = options.epochs * updates
    scheduler = CosineAnnealingLR(optimizer, total)
    for _ in range(options.epochs):
        bar = tqdm(loader)
        for number, (x, y) in enumerate(bar):
            (F.mse_loss(model(x), y) / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()
