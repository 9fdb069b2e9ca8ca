"""Tensors that parts are written into: the graph of each write stays with the tensor."""

import torch
import torch.nn.functional as F
from torch import nn


def fit(net, rows, steps):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    losses = torch.zeros(steps)
    means = torch.zeros(steps)
    plain = torch.zeros(steps)
    for i, (x, y) in enumerate(rows):
        optimizer.zero_grad()
        out = net(x)
        loss = F.mse_loss(out, y)
        loss.backward()
        optimizer.step()
        losses[i % steps] = loss  # finding: keeps the graph
        means[i % steps] = out.mean().detach()
        with torch.no_grad():
            plain[i % steps] = loss
    print(losses.mean(), means.mean(), plain.mean())


def fit_steps(cell, rows):
    """The parts are the outputs of one loss."""
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    for xs, ys in rows:
        optimizer.zero_grad()
        outputs = torch.zeros(len(xs), 4)
        state = torch.zeros(4)
        for t, x in enumerate(xs):
            state = cell(x, state)
            outputs[t] = state
        F.mse_loss(outputs, ys).backward()
        optimizer.step()


class Unrolled(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(8, 4)

    def forward(self, xs):
        outputs = torch.zeros(len(xs), 4)
        for t, x in enumerate(xs):
            outputs[t] = self.cell(x)
        return outputs


def fit_unrolled(rows):
    net = Unrolled()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for xs, ys in rows:
        optimizer.zero_grad()
        F.mse_loss(net(xs), ys).backward()
        optimizer.step()


def fit_tasks(net, tasks):
    """The parts are summed up to the loss."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batches in tasks:
        losses = torch.zeros(len(batches))
        for i, (x, y) in enumerate(batches):
            losses[i] = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        losses.sum().backward()
        optimizer.step()


def segment(net, image, count):
    """The parts of one output, which the caller may differentiate."""
    masks = torch.zeros(count, 4)
    for number in range(count):
        masks[number] = torch.sigmoid(net(image + number))
    return masks
