"""Texts that `format` fills in, and entries of a dict: a tensor in one is fetched, a number is not."""

import torch
from torch import nn

device = torch.device("cuda")


def log_each(loader, rank):
    model = nn.Linear(8, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        terms = {"loss": loss.detach(), "count": len(x)}
        if rank == 0:
            print("step {} loss {:.3f}".format(step, terms["loss"]))  # finding: `terms["loss"]` waits for the GPU
        print("{} of {}".format(terms["count"], step))


def log_some(loader):
    model = nn.Linear(8, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        terms = {"loss": loss.detach()}
        if step % 50 == 0:
            print(f"step {step} loss {terms['loss']:.3f}")


def log_by_name(loader):
    model = nn.Linear(8, 2).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        terms = {"loss": loss.detach()}
        print(f"loss {terms['loss']:.3f}")  # finding: `terms['loss']` waits for the GPU in each training step
