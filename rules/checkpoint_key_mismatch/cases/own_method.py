"""A class of the project has a `load_state_dict` that takes the whole checkpoint."""

import os

import torch
from torch import nn


class Learner:
    def __init__(self, folder):
        self.folder, self.model, self.step = folder, nn.Linear(3, 1), 0

    def save(self):
        torch.save({"model": self.model.state_dict(), "step": self.step}, os.path.join(self.folder, "weights.pt"))

    def load_state_dict(self, states):
        self.model.load_state_dict(states["model"])
        self.step = states["step"]

    def restore(self):
        states = torch.load(os.path.join(self.folder, "weights.pt"))
        self.load_state_dict(states)

    def restore_model(self):
        states = torch.load(os.path.join(self.folder, "weights.pt"))
        self.model.load_state_dict(states)  # finding: keys match no weights; pass its 'model' entry


def restored(learner, folder):
    learner.load_state_dict(torch.load(os.path.join(folder, "weights.pt")))  # suspected: gets the whole checkpoint
