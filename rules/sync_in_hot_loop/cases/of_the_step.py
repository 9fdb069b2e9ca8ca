"""Conditions that are those of the whole step, or always come out the same."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda")


def once_there_are_enough(net: nn.Module, optimizer, memory, environment):
    for step in range(1000):
        memory.add(environment.observe())
        if memory.can_sample(64):
            loss = net(memory.sample(64).to(device)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            memory.report(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and
            if memory.is_full():
                print(loss.mean().item())


def by_what_it_returns(net: nn.Module, optimizer, loader: DataLoader, weight):
    total = None
    running = 0.0
    for images, labels in loader:
        out = net(images.to(device))
        if isinstance(out, tuple):
            loss = F.cross_entropy(out[0], labels.to(device))
            print(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it
        else:
            loss = F.cross_entropy(out, labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total = loss.item() if total is None else total + loss.item()  # finding: `loss.item()` waits for the GPU in
        running = loss.item() if running > 9 else running
        if torch.distributed.is_initialized():
            print("of all", loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and
        if weight.is_given():
            print("given", loss.item())
    return total, running


def by_key(net: nn.Module, optimizer, loader: DataLoader, words):
    for images, word in loader:
        losses = net(images.to(device))
        loss = losses["main"].mean()
        if "extra" in losses:
            loss = loss + losses["extra"].mean()
            print(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if "cat" in word:
            print("of cats", loss.item())


class Critic:
    """The sum is differentiated, and its terms are returned."""

    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())

    def update(self, rows):
        gain, spread = self.measure(rows)
        self.optimizer.zero_grad()
        (gain - 0.01 * spread).backward()
        self.optimizer.step()
        return gain, spread, rows

    def train(self, batches):
        seen = {"gain": 0.0, "rows": 0.0}
        for rows in batches:
            gain, _, same = self.update(rows)
            seen["gain"] += gain.item()  # finding: waits for the GPU in each training step; keep `gain.detach()`, and
            seen["rows"] += same.sum().item()
        return seen
