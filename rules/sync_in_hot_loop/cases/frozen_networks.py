"""What a frozen network makes of a model's output has a graph: the fix must leave the sum without one."""

import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda")


def train(loader: DataLoader):
    net, features = nn.Linear(8, 8).to(device), nn.Linear(8, 8).to(device)
    for parameter in features.parameters():
        parameter.requires_grad = False
    optimizer = torch.optim.Adam(net.parameters())
    total = 0.0
    for x, _ in loader:
        optimizer.zero_grad()
        x = x.to(device)
        perceptual_loss = nn.functional.mse_loss(features(net(x)), features(x))
        perceptual_loss.backward()
        optimizer.step()
        total += perceptual_loss.item()  # finding: `perceptual_loss.item()` waits for the GPU in each training step;
    return total
