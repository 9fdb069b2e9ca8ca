"""Scalers and schedulers that others may save, or that may be off."""

import torch
from acme import Saver, save_everything


def make(net):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    warm = torch.optim.lr_scheduler.LinearLR(optimizer)
    warm.step()
    return optimizer, warm


def train(net, path, amp):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.load_state_dict(torch.load(path))
    maybe = torch.amp.GradScaler("cuda", enabled=amp)
    first = torch.amp.GradScaler("cuda")
    second = torch.amp.GradScaler("cuda")
    parts = {"optimizer": optimizer, "rates": torch.optim.lr_scheduler.StepLR(optimizer, 3)}
    third = torch.optim.lr_scheduler.StepLR(optimizer, 3)
    objects = [optimizer, third]
    for scaler in (maybe, first, second):
        scaler.step(optimizer)
    maybe.step(optimizer)
    first.step(optimizer)
    second.step(optimizer)
    third.step()
    parts["rates"].step()
    Saver(first)
    save_everything(path, second)
    torch.save([one.state_dict() for one in objects], path)
    torch.save(optimizer.state_dict(), path)
