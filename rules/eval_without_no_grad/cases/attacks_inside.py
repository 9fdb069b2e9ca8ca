"""Functions in which something that is not seen makes the input: an attack needs the gradients that all would lose."""

import torch
from elsewhere import Attack
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,))), batch_size=4)
model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))


def fooled(network, attack):
    network.eval()
    found = []
    for rows, labels in loader:
        moved = attack(rows, labels)
        found.append(network(moved).argmax(1))  # finding: is evaluated with gradients enabled
    return found


def fooled_by_settings(network, settings=None):
    network.eval()
    right = 0
    for rows, labels in loader:
        if settings and settings["attack"]:
            rows += settings["attack"](network, rows, labels)
        right += (network(rows).argmax(1) == labels).sum().item()  # finding: is evaluated with gradients enabled
    return right


def before_and_after(network):
    network.eval()
    attack = Attack(network, steps=3)
    for rows, labels in loader:
        clean = network(rows).argmax(1)  # finding: is evaluated with gradients enabled
        moved = attack(rows, labels)
        print((clean != network(moved).argmax(1)).float().mean())


def plain(network, metric):
    network.eval()
    for rows, labels in loader:
        print(metric(network(rows.float()), labels).item())  # finding: is evaluated with gradients enabled


def shifted(rows, labels):
    return rows + 0.1 * torch.sign(rows)


def moved_by_all(network, shift):
    network.eval()
    for rows, labels in loader:
        moved = shift(rows, labels)
        print(network(moved).argmax(1))  # finding: is evaluated with gradients enabled


print(len(fooled(model, Attack(model))), fooled_by_settings(model))
plain(model, nn.CrossEntropyLoss())
moved_by_all(model, shifted)
