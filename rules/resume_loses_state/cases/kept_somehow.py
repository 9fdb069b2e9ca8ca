"""Begins at a setting for the first epoch, and keeps the state of its optimizers in a list of them."""

import torch
from setting_up import load_all
from torch import nn


def fit(args, net, loader):
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.lr)
    optimizers = [optimizer]
    load_all(net, optimizers, args.checkpoint)
    for epoch in range(args.start_epoch, args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(net(x), y).backward()
            optimizer.step()
        torch.save({"net": net.state_dict(), "rest": [one.state_dict() for one in optimizers]}, f"net{epoch}.pt")
