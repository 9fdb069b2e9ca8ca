"""Numbers computed from a model's output are where the model is, also when they have lost its graph."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda")


def with_measures(model: nn.Module, loader: DataLoader, optimizer, limits):
    hits, right = [], 0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        scores = model(x)
        loss = F.cross_entropy(scores, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        share = (scores.argmax(dim=1) == y).float().mean()
        hits.append(share.item())  # finding: `share.item()` waits for the GPU in each training step; keep
        _, chosen = scores.max(1)
        right += chosen.eq(y).sum().item()  # finding: waits for the GPU in each training step; keep
        kept = loss.detach()
        print(kept.item())  # finding: waits for the GPU in each training step; keep `kept.detach()`, and read it every


def on_the_host(model: nn.Module, loader: DataLoader, optimizer, limits):
    """What a loader gives, and what was copied before, is on the host; the copy is what waits."""
    for x, y in loader:
        scores = model(x.to(device))
        loss = F.cross_entropy(scores, y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        classes = y.unique().sum()
        print(classes.item(), limits.max().item())
        copied = scores.detach().cpu()  # finding: waits for the GPU in each training step; keep
        chosen = copied.argmax(1)
        print(chosen.sum().item(), (chosen == y).float().mean().item())
        count = scores.size(0)
        print((y[:count] > 0).sum().item())


def attacked(model: nn.Module, loader: DataLoader, rate=0.1):
    """The backward is the attack's: this loop evaluates."""
    for x, y in loader:
        x = x.to(device).requires_grad_()
        for _ in range(3):
            F.cross_entropy(model(x), y.to(device)).backward()
            x = (x + rate * x.grad.sign()).detach().requires_grad_()
        right = (model(x).data.argmax(1) == y.to(device)).sum()
        print(right)
