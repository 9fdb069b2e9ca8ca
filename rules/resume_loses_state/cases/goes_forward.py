"""Schedulers that are brought forward, or told where they are."""

import torch


def go_on(net, path, epochs, step):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    kept = torch.load(path)
    optimizer.load_state_dict(kept["optimizer"])
    rates = torch.optim.lr_scheduler.StepLR(optimizer, 3)
    for _ in range(kept["epoch"]):
        rates.step()
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 9, last_epoch=kept["epoch"])
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
    for epoch in range(kept["epoch"], epochs):
        loss = step(net, optimizer)
        plateau.step(loss)
        cosine.step()
        rates.step()
        torch.save({"optimizer": optimizer.state_dict(), "epoch": epoch}, path)
