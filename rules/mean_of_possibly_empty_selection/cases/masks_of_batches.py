"""Masks that come with the batch, under a name of their own: out of a dict, of a tuple, or of a loader's objects."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)


def of_a_dict(batch, optimizer):
    mask = batch["filled"][:, :-1].float()
    mask[:, 1:] = mask[:, 1:] * (1 - batch["ended"][:, :-1])
    error = net(batch["x"]) - batch["y"]
    mask = mask.expand_as(error)
    loss = ((error * mask) ** 2).sum() / mask.sum()  # suspected: `mask.sum()` can be 0
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def of_a_tuple(loader, optimizer):
    for x, y, active_masks_batch in loader:
        loss = F.mse_loss(net(x), y, reduction="none")
        loss = (loss * active_masks_batch).sum() / active_masks_batch.sum()  # suspected: can be 0
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def of_a_complement(loader, optimizer):
    for x, y, done_mask in loader:
        error = (net(x) - y) * (1 - done_mask)
        loss = (error**2).sum() / (1 - done_mask).sum()  # suspected: `(1 - done_mask).sum()` can be 0
        loss = loss + F.mse_loss(net(x)[~done_mask], y[~done_mask])  # suspected: can be empty
        loss = loss + (error**2).sum() / (2 - done_mask).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def of_parts_of_a_graph(loader, optimizer):
    for data in loader:
        data = data.to("cpu")
        loss = F.cross_entropy(net(data.x)[data.train_mask], data.y[data.train_mask])  # suspected: can be empty
        loss += F.mse_loss(net(data.x)[data.mask], data.z[data.mask], size_average=True)  # suspected: can be empty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def made_here(loader, optimizer):
    for x, y in loader:
        mask = torch.ones(len(x), 1)
        loss = (F.mse_loss(net(x), y, reduction="none") * mask).sum() / mask.sum()
        causal_mask = torch.tril(torch.ones(len(x), len(x)))
        loss = loss + (net(x) @ net(x).T * causal_mask).sum() / causal_mask.sum()
        loss = loss + F.mse_loss(net(x)[mask[:, 0]], y[mask[:, 0]], size_average=False)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def guarded(loader, optimizer):
    for x, y, mask in loader:
        if mask.any():
            loss = (F.mse_loss(net(x), y, reduction="none") * mask).sum() / mask.sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
