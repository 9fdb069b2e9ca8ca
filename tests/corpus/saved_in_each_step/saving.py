"""What saves a model: always, on one rank, every N steps, or when it is better."""

import os

import torch


def is_main_process():
    return int(os.environ.get("RANK", 0)) == 0


def save_state(model, optimizer, path):
    if is_main_process():
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)


def save_best(model, score, best, path):
    if score > best:
        torch.save(model.state_dict(), path)
    return max(score, best)


class Saver:
    def __init__(self, folder, every=1000):
        self.folder = folder
        self.every = every
        self.calls = 0
        self.best = 0.0

    def save(self, model, step):
        if step % self.every:
            return
        torch.save(model.state_dict(), os.path.join(self.folder, "m.pt"))

    def save_always(self, model, name="last.pt"):
        torch.save(model.state_dict(), os.path.join(self.folder, name))

    def save_if_better(self, model, score):
        is_better = score > self.best
        if is_better:
            self.best = score
            torch.save(model.state_dict(), os.path.join(self.folder, "m.pt"))

    def count(self, model):
        self.calls += 1
        if self.calls == self.every:
            self.calls = 0
            torch.save(model.state_dict(), os.path.join(self.folder, "m.pt"))


def tidy():
    torch.cuda.empty_cache()
