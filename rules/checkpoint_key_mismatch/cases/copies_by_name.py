"""Two checkpoints of a training, of which only the complete one is read, by its name."""

import torch

from elsewhere import one_epoch


def train(epochs, model, optimizer, scheduler, loader):
    saved = torch.load("last.ckpt", map_location="cpu")
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    scheduler.load_state_dict(saved["scheduler"])
    for epoch in range(saved["epoch"] + 1, epochs):
        one_epoch(model, optimizer, loader)
        scheduler.step()
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
        torch.save(state, f"kept_{epoch}.ckpt")
        state = {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "scheduler": scheduler.state_dict(),
            "epoch": epoch,
        }
        torch.save(state, "last.ckpt")
