"""Other code puts the optimizer's state beside the weights, and only these are restored on resume."""

import torch
from torch import nn


def fit(net, keeper, loader, resume):
    if resume is not None:
        saved = torch.load(resume, weights_only=True)
        net.load_state_dict(saved["net"])
    optimizer = torch.optim.Adam(net.parameters())
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        scheduler.step()
    rest = {
        "optimizer": optimizer.state_dict(),  # suspected: never restored
        "scheduler": scheduler.state_dict(),
    }
    keeper.save(net, rest)
