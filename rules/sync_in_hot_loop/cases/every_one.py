"""A remainder that is always 0: whoever logs every step waits in every step, and a parameter may be another number."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

LOG_EVERY = 1
device = torch.device("cuda")


def by_constant(model: nn.Module, loader: DataLoader, optimizer):
    save_every = 1
    for step, (images, labels) in enumerate(loader):
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % LOG_EVERY == 0:
            print(loss.item())  # finding: `loss.item()` waits for the GPU in each training step; keep `loss.detach()`,
        if not (step + 1) % save_every:
            print(float(loss))  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it


def by_skipping(model: nn.Module, loader: DataLoader, optimizer):
    for step, (images, labels) in enumerate(loader):
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % LOG_EVERY != 0:
            continue
        print(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it every


def by_option(model: nn.Module, loader: DataLoader, optimizer, log_every=1, rank=0):
    """Callers choose how often."""
    chosen = 1
    for step, (images, labels) in enumerate(loader):
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % log_every == 0:
            print(loss.item())
        if step % chosen == 0 and step > 100:
            print(loss.item())
        if step > 1000:
            chosen = 50


def now_and_then(model: nn.Module, loader: DataLoader, optimizer, rank=0):
    every = 1
    for step, (images, labels) in enumerate(loader):
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % every == 0 and step % 10 == 0:
            print(loss.item())
