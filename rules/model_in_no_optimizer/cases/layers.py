"""A layer that is left out of the optimizer, with one list of parameters or with groups of them."""

import torch
import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU())

    def forward(self, x):
        return self.body(x)


def with_a_list():
    encoder, head = Encoder(), nn.Linear(16, 8)
    optimizer = torch.optim.Adam(encoder.parameters())
    for x in torch.rand(4, 2, 8):
        optimizer.zero_grad()
        F.mse_loss(head(encoder(x)), x).backward()  # finding: `head` gets gradients that no optimizer applies
        optimizer.step()


def with_groups():
    encoder, middle, last = Encoder(), nn.Linear(16, 16), nn.Linear(16, 8)
    optimizer = torch.optim.Adam(
        [{"params": encoder.parameters(), "lr": 1e-4}, {"params": middle.parameters(), "lr": 1e-3}]
    )
    for x in torch.rand(4, 2, 8):
        optimizer.zero_grad()
        F.mse_loss(last(middle(encoder(x))), x).backward()  # finding: `last` gets gradients that no optimizer applies
        optimizer.step()


def frozen_on_purpose():
    encoder, projection = Encoder(), nn.Linear(16, 8).requires_grad_(False)
    optimizer = torch.optim.Adam(encoder.parameters())
    for x in torch.rand(4, 2, 8):
        optimizer.zero_grad()
        F.mse_loss(projection(encoder(x)), x).backward()
        optimizer.step()


def in_two_groups():
    encoder, head = Encoder(), nn.Linear(16, 8)
    optimizer = torch.optim.Adam([{"params": encoder.parameters(), "lr": 1e-4}, {"params": head.parameters()}])
    for x in torch.rand(4, 2, 8):
        optimizer.zero_grad()
        F.mse_loss(head(encoder(x)), x).backward()
        optimizer.step()
