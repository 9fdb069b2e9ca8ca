"""Sets the epoch of a scheduler, after the optimizer's state with its rates is restored."""

import torch

from training import one_epoch


def fit(args, net, loader):
    optimizer = torch.optim.Adam(net.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    saved = torch.load(args.path)
    net.load_state_dict(saved["net"])
    optimizer.load_state_dict(saved["optimizer"])
    scheduler.last_epoch = saved["epoch"]
    for epoch in range(saved["epoch"] + 1, args.epochs):
        one_epoch(net, optimizer, loader)
        scheduler.step()
        torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, args.path)
