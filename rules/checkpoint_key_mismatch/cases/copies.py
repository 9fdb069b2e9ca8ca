"""Several checkpoints of a training, of which one lacks an entry that resuming reads."""

import torch

from elsewhere import evaluate, one_epoch


def set_up(args, model, optimizer, scheduler):
    saved = torch.load(args.resume, map_location="cpu")
    model.load_state_dict(saved["model"])
    if args.resume_all:
        optimizer.load_state_dict(saved["optimizer"])
        scheduler.load_state_dict(saved["scheduler"])
        args.start_epoch = saved["epoch"] + 1


def train(args, model, optimizer, scheduler, loader):
    for epoch in range(args.start_epoch, args.epochs):
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
            torch.save(state, args.path.replace(".ckpt", f"_{epoch}.ckpt"))  # suspected: saves no 'scheduler'
        if epoch % 50 == 0:
            torch.save({"model": model.state_dict(), "epoch": epoch}, args.path.replace(".ckpt", "_weights.ckpt"))


class Trainer:
    def __init__(self, model, optimizer, scheduler):
        self.model, self.optimizer, self.scheduler, self.epoch = model, optimizer, scheduler, 0

    def save_best(self, path):
        states = dict(model=self.model.state_dict(), optimizer=self.optimizer.state_dict(), epoch=self.epoch)
        torch.save(states, path)  # suspected: saves no 'scheduler'

    def save_last(self, path):
        states = dict(model=self.model.state_dict(), optimizer=self.optimizer.state_dict(), epoch=self.epoch)
        states["scheduler"] = self.scheduler.state_dict()
        states["score"] = evaluate(self.model)
        torch.save(states, path)

    def save_plain(self, path):
        torch.save({"model": self.model.state_dict(), "score": evaluate(self.model)}, path)
