"""Several models in one dict, whose mode a loop sets one by one."""

import torch
from torch import nn
from torch.utils.data import DataLoader

train_loader, val_loader = DataLoader([]), DataLoader([])
SCALES = (1, 2, 4)


def critics():
    made = {}
    for scale in SCALES:
        made[str(scale)] = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
    return made


def trained(nets, others, epochs):
    """Puts all back."""
    optimizer = torch.optim.Adam([weight for net in nets.values() for weight in net.parameters()])
    for _ in range(epochs):
        for rows in train_loader:
            optimizer.zero_grad()
            sum(nets[name](rows).mean() for name in nets).backward()
            optimizer.step()
        for name, net in nets.items():
            net.eval()
        with torch.no_grad():
            for rows in val_loader:
                print([nets[name](rows).mean() for name in nets])
        for name in nets:
            nets[name].train()


def left(nets, others, epochs):
    optimizer = torch.optim.Adam([weight for net in nets.values() for weight in net.parameters()])
    for _ in range(epochs):  # finding: trains in eval mode from the second iteration on
        for rows in train_loader:
            optimizer.zero_grad()
            loss = torch.zeros(())
            for name in nets:
                loss = loss + nets[name](rows).mean()
            loss.backward()
            optimizer.step()
        for name, net in nets.items():
            net.eval()
        with torch.no_grad():
            for rows in val_loader:
                print([nets[name](rows).mean() for name in nets])
        for name in others:
            others[name].train()  # of other models


def put_back(nets, epochs):
    optimizer = torch.optim.Adam([weight for net in nets.values() for weight in net.parameters()])
    for _ in range(epochs):
        for rows in train_loader:
            optimizer.zero_grad()
            loss = torch.zeros(())
            for name in nets:
                loss = loss + nets[name](rows).mean()
            loss.backward()
            optimizer.step()
        for name, net in nets.items():
            net.eval()
        with torch.no_grad():
            for rows in val_loader:
                print([nets[name](rows).mean() for name in nets])
        for name, net in nets.items():
            net.train()


trained(critics(), critics(), 3)
left(critics(), critics(), 3)
put_back(critics(), 3)
