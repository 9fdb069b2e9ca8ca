"""Begins at a setting for the first epoch, with checkpoints of weights alone, which a function of another file loads."""

import torch
from setting_up import load_weights
from torch import nn


def fit(args, net, loader):
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.lr)
    first = args.start_epoch
    load_weights(net, args.checkpoint)
    for epoch in range(first, args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(net(x), y).backward()
            optimizer.step()
        torch.save(net.state_dict(), f"net{epoch}.pt")  # suspected: keeps weights without the moments of `optimizer`
