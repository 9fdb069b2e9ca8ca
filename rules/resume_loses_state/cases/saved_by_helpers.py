"""Functions that save and restore the state of whatever they are given."""

import torch
from torch import nn


def save_state(holder, path):
    torch.save(holder.state_dict(), path)


def load_state(holder, path):
    holder.load_state_dict(torch.load(path))


def without_schedule(loader, resumes):
    model = nn.Linear(4, 2)
    optim = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optim, T_max=20)
    if resumes:
        load_state(model, "model.pt")
        load_state(optim, "optim.pt")
    for _ in range(20):
        for x, y in loader:
            optim.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optim.step()
        cosine.step()
        save_state(model, "model.pt")
        save_state(optim, "optim.pt")  # finding: without `cosine`, whose schedule starts over


def with_schedule(loader, resumes):
    model = nn.Linear(4, 2)
    optim = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    anneal = torch.optim.lr_scheduler.CosineAnnealingLR(optim, T_max=20)
    if resumes:
        load_state(model, "model.pt")
        load_state(optim, "optim.pt")
        load_state(anneal, "anneal.pt")
    for _ in range(20):
        for x, y in loader:
            optim.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optim.step()
        anneal.step()
        save_state(optim, "optim.pt")
        save_state(anneal, "anneal.pt")
