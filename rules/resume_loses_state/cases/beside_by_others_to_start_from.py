"""Weights that a training starts from are not a training that goes on."""

import torch
from torch import nn


def fit(net, keeper, loader, pretrained):
    if pretrained is not None:
        saved = torch.load(pretrained, weights_only=True)
        net.load_state_dict(saved["net"])
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
    keeper.save(net, {"optimizer": optimizer.state_dict()})
