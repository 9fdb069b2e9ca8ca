"""Keys that are read of a checkpoint, and the ways in which programs put them there."""

import os

import torch

from elsewhere import evaluate, one_epoch, upgraded


class Trainer:
    def __init__(self, model, optimizer, ema):
        self.model, self.optimizer, self.ema = model, optimizer, ema
        self.step, self.best = 0, 0.0

    def save(self, path):
        state = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "global_step": self.step}
        if self.ema is not None:
            state["ema"] = self.ema.state_dict()
        torch.save(state, path)

    def load(self, path):
        saved = torch.load(path, map_location="cpu")
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optimizer"])
        if self.ema is not None:
            self.ema.load_state_dict(saved["ema"])
        self.step = saved["step"]  # finding: raises KeyError: the checkpoint is saved without it; read 'global_
        if "best" in saved:
            self.best = saved["best"]


class MadeByAMethod:
    def __init__(self, model, optimizer):
        self.model, self.optimizer, self.epoch = model, optimizer, 0

    def checkpoint(self):
        return dict(model=self.model.state_dict(), optimizer=self.optimizer.state_dict(), epoch=self.epoch)

    def save(self, path):
        torch.save(self.checkpoint(), path)

    def resume(self, path):
        saved = torch.load(path)
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optim"])  # suspected: without it; read 'optimizer', or save 'optim'
        self.epoch = saved["epoch"]


class WithMoreThanIsSeen:
    def __init__(self, model, **extra):
        self.model, self.extra, self.epoch = model, extra, 0

    def save(self, path):
        torch.save({"model": self.model.state_dict(), "epoch": self.epoch, **self.extra}, path)

    def load(self, path):
        saved = torch.load(path)
        self.model.load_state_dict(saved["model"])
        self.epoch, self.seed = saved["epoch"], saved["seed"]


class Completed:
    def __init__(self, model):
        self.model, self.epoch = model, 0

    def save(self, path):
        torch.save({"model": self.model.state_dict(), "epoch": self.epoch}, path)

    def load(self, path):
        saved = torch.load(path)
        saved["lr"] = 0.1
        self.model.load_state_dict(saved["model"])
        self.epoch, self.lr = saved["epoch"], saved["lr"]

    def load_any(self, path):
        saved = torch.load(path)
        try:
            self.lr = saved["learning_rate"]
        except KeyError:
            self.lr = 0.1
        if "model" not in saved:
            self.model.load_state_dict(saved["state_dict"])
            return
        self.epoch = saved["epoch"]
        self.extra = saved.pop("extra", None)


def save_checkpoint(state, is_best, folder):
    torch.save(state, os.path.join(folder, "last.pt"))
    if is_best:
        torch.save(state, os.path.join(folder, "best.pt"))


def train(args, model, optimizer, scheduler):
    start = 0
    if args.resume:
        saved = torch.load(os.path.join(args.folder, "last.pt"))
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        scheduler.load_state_dict(saved["lr_scheduler"])  # finding: is saved without it; read 'scheduler'
        start = saved["epoch"]
    for epoch in range(start, args.epochs):
        one_epoch(model, optimizer)
        scheduler.step()
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch + 1}
        state["scheduler"] = scheduler.state_dict()
        save_checkpoint(state, evaluate(model) > 0.5, args.folder)


def read_checkpoint(path):
    print("reading", path)
    return torch.load(path, map_location="cpu")


def save_all(path, net, opt, round_):
    torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "round": round_}, path)


def restored(path, net, opt):
    saved = read_checkpoint(path)
    net.load_state_dict(saved["net"])
    opt.load_state_dict(saved["opt"])
    save_all(path, net, opt, saved["round"])
    return saved["rounds"]  # finding: raises KeyError: the checkpoint is saved without it; read 'round'


def pretrained(args, model):
    saved = torch.load(args.pretrained)  # of another project
    model.backbone.load_state_dict(saved["teacher"])


def older_ones(args, model):
    saved = upgraded(torch.load(args.resume))
    model.load_state_dict(saved["weights"])
    return saved["epoch"], saved["optimizer"], saved["precision"]
