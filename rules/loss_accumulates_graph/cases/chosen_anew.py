"""One value or another, or the old one divided, is no sum; only what is added to the old value makes it grow."""

import torch
from torch.nn import functional as F


def sample(model, given=None):
    rows = torch.randn(16, 8)
    for step in range(100):
        with torch.set_grad_enabled(given is not None):
            rows = rows.detach().requires_grad_() if given is not None else rows
            scores = model(rows, step)
            if given is not None:
                scores = scores - torch.autograd.grad((scores * given).sum(), rows)[0]
        rows = rows - scores
    return rows


def joins(model, optimizer, loader):
    total = None
    for rows, labels in loader:
        loss = F.cross_entropy(model(rows), labels)
        total = loss if total is None else total + loss  # finding: `total` keeps the graph
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return total


class Ranks:
    """What is kept of each layer is scaled again and again, and never added to."""

    def __init__(self, model):
        self.model, self.ranks = model, {}

    def collect(self, gradient):
        self.ranks[0] += (self.outputs[0] * gradient).sum(0).data

    def forward(self, rows):
        self.outputs = []
        for part in self.model.children():
            rows = part(rows)
            rows.register_hook(self.collect)
            self.outputs.append(rows)
        return rows

    def scale(self):
        for layer in self.ranks:
            ranks = torch.abs(self.ranks[layer])
            ranks = ranks / torch.sqrt(torch.sum(ranks * ranks))
            self.ranks[layer] = ranks.cpu()
