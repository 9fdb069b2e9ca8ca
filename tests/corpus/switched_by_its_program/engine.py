"""Training and evaluation, which the program asks for by their names."""

import torch
import torch.nn.functional as F


def train(model, optimizer, loader):
    for rows, kinds in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(rows), kinds).backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    hits = total = 0
    for rows, kinds in loader:
        scores = model(rows)  # suspected: in the mode other code leaves it in
        hits += (scores.argmax(1) == kinds).sum().item()
        total += len(kinds)
    return hits / total


@torch.no_grad()
def rank(model, loader):
    order = []
    for rows, _ in loader:
        order.extend(model(rows)[:, 0].argsort().tolist())  # suspected: in the mode other code leaves it in
    return order
