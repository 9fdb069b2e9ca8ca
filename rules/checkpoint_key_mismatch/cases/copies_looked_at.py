"""Several checkpoints of a training, and code that asks first what the one that it reads has."""

import torch

from elsewhere import one_epoch


def set_up(args, model, optimizer, scheduler):
    saved = torch.load(args.resume, map_location="cpu")
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    if "scheduler" in saved:
        scheduler.load_state_dict(saved["scheduler"])
    return saved["epoch"] + 1


def train(args, model, optimizer, scheduler, loader):
    for epoch in range(set_up(args, model, optimizer, scheduler), args.epochs):
        one_epoch(model, optimizer, loader)
        scheduler.step()
        state = {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "scheduler": scheduler.state_dict(),
            "epoch": epoch,
        }
        torch.save(state, args.path.replace(".ckpt", "_latest.ckpt"))
        if epoch % 10 == 0:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
            torch.save(state, args.path.replace(".ckpt", f"_{epoch}.ckpt"))
