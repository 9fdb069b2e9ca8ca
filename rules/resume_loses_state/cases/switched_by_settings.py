"""Scalers that a setting switches on, and one that is off."""

import torch
from torch.amp import GradScaler


def train(net, loader, path, use_amp):
    optimizer, scaler = torch.optim.AdamW(net.parameters()), None
    scaler = GradScaler("cuda", enabled=use_amp)
    optimizer.load_state_dict(torch.load(path)["optimizer"])
    for x, y in loader:
        optimizer.zero_grad()
        scaler.scale(torch.nn.functional.mse_loss(net(x), y)).backward()
        scaler.step(optimizer)
        scaler.update()
    torch.save({"optimizer": optimizer.state_dict()}, path)  # suspected: without `scaler`, whose scale starts


def without_scaling(net, loader, path):
    optimizer = torch.optim.AdamW(net.parameters())
    idle = GradScaler("cuda", enabled=False)
    optimizer.load_state_dict(torch.load(path)["optimizer"])
    for x, y in loader:
        optimizer.zero_grad()
        idle.scale(torch.nn.functional.mse_loss(net(x), y)).backward()
        idle.step(optimizer)
        idle.update()
    torch.save({"optimizer": optimizer.state_dict()}, path)
