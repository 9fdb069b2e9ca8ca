"""Conditions on tensors: Python has to know which branch to take."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader


def train(model: nn.Module, loader: DataLoader, optimizer, device, parameters):
    worst = torch.zeros((), device=device)
    for images, labels in loader:
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        if loss > 5:  # finding: `loss > 5` waits for the GPU in each training step; keep `(loss > 5).detach()`, and
            nn.utils.clip_grad_norm_(parameters, 1.0)
        if not torch.isfinite(loss).all():  # finding: waits for the GPU in each training step; keep
            print("not finite")
        if loss > worst:  # finding: `loss > worst` waits for the GPU in each training step; keep `(loss >
            worst = loss.detach()
        if torch.isnan(loss) or loss.isinf():  # finding: `torch.isnan(loss)` waits for the GPU in each training step;
            print("not finite")
        if images.dim() == 4 and loss > 9:
            print("of images")
        if loss.item() > 9:  # finding: `loss.item()` waits for the GPU in each training step; keep `loss.detach()`,
            print("a large loss")
        optimizer.step()


def without_waiting(model: nn.Module, loader: DataLoader, optimizer, device, parameters):
    worst = torch.zeros((), device=device)
    for step, (images, labels) in enumerate(loader):
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        worst = torch.maximum(worst, loss.detach())
        if loss is not None and loss.dim() == 0 and labels.shape[0] > 2:
            optimizer.step()
        if step % 100 == 0 and worst > 5:
            print(worst)


def has_to_know(model: nn.Module, loader: DataLoader, optimizer, device):
    for images, labels in loader:
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        if torch.isnan(loss).any():
            continue
        optimizer.zero_grad()
        if loss > 0.1:
            loss.backward()
        if loss > 9:
            raise RuntimeError("diverged")
        optimizer.step()
    if loss > 5:
        print("large at the end")
