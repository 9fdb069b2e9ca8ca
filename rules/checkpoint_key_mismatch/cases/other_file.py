"""A checkpoint of another training, which has a file of its own."""

import torch
from torch import nn


class FineTuning:
    def __init__(self):
        self.encoder, self.head, self.epoch = nn.Linear(3, 3), nn.Linear(3, 1), 0

    def save(self):
        states = {"encoder": self.encoder.state_dict(), "head": self.head.state_dict()}
        torch.save({**states, "epoch": self.epoch}, "runs/tuned.pt")

    def load_pretrained(self):
        saved = torch.load("pretrained/contrastive.pt", weights_only=True)
        self.encoder.load_state_dict(saved["encoder"])
        self.head.load_state_dict(saved["projector"])

    def resume(self):
        saved = torch.load("runs/tuned.pt", weights_only=True)
        self.encoder.load_state_dict(saved["encoder"])
        self.head.load_state_dict(saved["projector"])  # finding: the checkpoint is saved without it


def export(checkpoint_path, out):
    checkpoint = torch.load(checkpoint_path, weights_only=True)
    best = checkpoint["average"] if checkpoint["average"] else checkpoint["student"]
    torch.save({"student": best, "vocabulary": checkpoint["vocabulary"], "exported": True}, out)


def load_exported(model):
    torch.save({"student": torch.load("runs/tuned.pt")["encoder"]}, "exported.pt")
    model.load_state_dict(torch.load("exported.pt")["teacher"])  # finding: the checkpoint is saved without it
