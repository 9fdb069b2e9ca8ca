"""Schedulers that step after each epoch, prepared by accelerate or not."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader


def prepared(loader: DataLoader, epochs: int, chosen: str) -> None:
    accelerator = Accelerator()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.AdamW(model.parameters())
    if chosen == "cosine":
        scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=20)
    else:
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    for _ in range(epochs):
        for rows, targets in loader:
            optimizer.zero_grad()
            accelerator.backward(F.mse_loss(model(rows), targets))
            optimizer.step()
        if chosen == "cosine":
            scheduler.step()  # finding: runs once per epoch, but accelerate steps a prepared scheduler once per process


def not_prepared(loader: DataLoader, epochs: int) -> None:
    accelerator = Accelerator()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for _ in range(epochs):
        for rows, targets in loader:
            optimizer.zero_grad()
            accelerator.backward(F.mse_loss(model(rows), targets))
            optimizer.step()
        scheduler.step()


def for_each_update(loader: DataLoader, epochs: int) -> None:
    accelerator = Accelerator()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 3000)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    for _ in range(epochs):
        for rows, targets in loader:
            optimizer.zero_grad()
            accelerator.backward(F.mse_loss(model(rows), targets))
            optimizer.step()
            scheduler.step()


def with_all_processes(loader: DataLoader, epochs: int) -> None:
    accelerator = Accelerator()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30 * accelerator.num_processes)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    for _ in range(epochs):
        for rows, targets in loader:
            optimizer.zero_grad()
            accelerator.backward(F.mse_loss(model(rows), targets))
            optimizer.step()
        scheduler.step()
