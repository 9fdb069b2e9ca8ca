"""What is gone through isn't known, but the model is given its elements: each pass is a step, and no epoch."""

import torch
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm

device = torch.device("cuda")


def by_batches(net: nn.Module, optimizer, batches):
    total = 0.0
    for batch in tqdm(batches):
        batch = batch.to(device)
        loss = F.mse_loss(net(batch.x), batch.y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()  # finding: `loss.item()` waits for the GPU in each training step; keep `loss.detach()`,
    return total


def by_epochs(net: nn.Module, optimizer, x, y, epochs):
    passes = tqdm(range(epochs))
    for epoch in passes:
        loss = F.mse_loss(net(x, epoch), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


def of_several_models(nets, x, y):
    for net in nets:
        optimizer = torch.optim.SGD(net.parameters(), 0.1)
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


class Fitting:
    def __init__(self, net: nn.Module, memory):
        self.net, self.memory, self.seen = net.to(device), memory, 0
        self.optimizer = torch.optim.Adam(net.parameters())
        self.is_due = True

    def run(self, steps):
        while self.seen < steps:
            self.improve()

    def improve(self):
        """Each call fetches its own rows."""
        rows = self.memory.sample(64)
        loss = self.net(rows.to(device)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.seen += 1
        if self.is_due:
            self.is_due = False
            print("first", loss.mean().item())
        return loss.item()  # finding: `loss.item()` waits for the GPU in each training step; keep `loss.detach()`, and


class Repeating:
    def __init__(self, net: nn.Module, rows):
        self.net, self.rows = net.to(device), rows.to(device)
        self.optimizer = torch.optim.Adam(net.parameters())

    def run(self, epochs):
        for _ in range(epochs):
            self.improve()

    def improve(self):
        """Each call takes all rows."""
        loss = self.net(self.rows).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def by_remote_calls(learner: Fitting, store, fetched, steps):
    """Nothing shows the forward of the net, but that the method differentiates, and what it is given."""
    upcoming = store.get_batch.remote()
    while learner.seen < steps:
        rows = fetched(upcoming)
        upcoming = store.get_batch.remote()
        update(learner, rows)


def update(learner, rows):
    loss = learner.losses(rows)
    learner.optimizer.zero_grad()
    loss.backward()
    learner.optimizer.step()
    learner.log(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it
