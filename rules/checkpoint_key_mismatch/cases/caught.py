"""Entries that may be missing, as the code knows."""

import contextlib

import torch
from torch import nn


def convert(saved):
    saved["best"] = 0.0


class Learner:
    def __init__(self):
        self.model, self.step, self.best = nn.Linear(3, 1), 0, 0.0

    def save(self):
        torch.save({"weights": self.model.state_dict(), "step": self.step}, "learner.pt")

    def restore(self):
        saved = torch.load("learner.pt", weights_only=True)
        self.model.load_state_dict(saved["weights"])
        with contextlib.suppress(KeyError):
            self.best = saved["best"]

    def restore_all(self):
        saved = torch.load("learner.pt", weights_only=True)
        self.model.load_state_dict(saved["weights"])
        with contextlib.suppress(FileNotFoundError):
            self.best = saved["best"]  # finding: the checkpoint is saved without it

    def restore_more(self):
        saved = torch.load("learner.pt", weights_only=True)
        saved.update(torch.load("scores.pt", weights_only=True))
        self.best = saved["best"]

    def restore_old(self):
        saved = torch.load("learner.pt", weights_only=True)
        convert(saved)
        self.best = saved["best"]

    def restore_any(self):
        saved = torch.load("learner.pt", weights_only=True)
        match saved:
            case {"ema": _}:
                self.model.load_state_dict(saved["ema"])
            case _:
                self.model.load_state_dict(saved["weights"])
