"""Many networks in one object, all of them switched by their names, or none."""

import torch
from munch import Munch
from torch import nn
from torch.utils.data import DataLoader

def dropping():
    return nn.Sequential(nn.Dropout(0.5), nn.Linear(4, 4))


def parts():
    return Munch(
        a=dropping(),
        b=dropping(),
        c=dropping(),
        d=dropping(),
        e=dropping(),
        f=dropping(),
        g=dropping(),
        h=dropping(),
        i=dropping(),
        j=dropping(),
    )


def loaded(path):
    network = parts()
    for name in network:
        network[name].load_state_dict(torch.load(path, weights_only=True)[name])
    return network


def switched(path, loader):
    network, total = loaded(path), 0.0
    _ = [network[name].eval() for name in network]
    with torch.no_grad():
        for x in loader:
            total += network.a(x).sum().item() + network.j(x).sum().item()
    return total


def forgotten(path, loader):
    network, total = loaded(path), 0.0
    with torch.no_grad():
        for x in loader:
            total += network.a(x).sum().item()  # finding: `network.a` is evaluated in train mode
            total += network.j(x).sum().item()  # finding: `network.j` is evaluated in train mode
    return total


batches = DataLoader(torch.randn(8, 4), batch_size=2)
print(switched("parts.pt", batches), forgotten("parts.pt", batches))
