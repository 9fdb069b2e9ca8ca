"""One of several schedules that a setting chooses, of which one goes by a metric; optimizers saved as objects."""

import torch
from torch import nn
from torch.optim import lr_scheduler


def fit(net, loader, settings, path):
    optimizer = torch.optim.Adam(net.parameters())
    if settings.by_metric:
        schedule = lr_scheduler.ReduceLROnPlateau(optimizer)
    else:
        schedule = lr_scheduler.MultiStepLR(optimizer, [3, 6])
    start = 0
    if settings.resume:
        parts = torch.load(path, weights_only=True)
        net.load_state_dict(parts["net"])
        optimizer.load_state_dict(parts["optimizer"])
        start = parts["epoch"]
    for epoch in range(start, 10):
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(net(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item()
        if settings.by_metric:
            schedule.step(total)
        else:
            schedule.step()
        state = optimizer.state_dict()  # finding: is saved and restored without `schedule`, whose schedule starts over
        torch.save({"net": net.state_dict(), "optimizer": state, "epoch": epoch + 1}, path)
