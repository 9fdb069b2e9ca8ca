"""Two kinds of checkpoints have the entry that is read: one with a Namespace, and one without."""

import argparse

import torch


def restore(path, model):
    model.load_state_dict(torch.load(path)["model"])  # suspected: because the checkpoint holds the Namespace `args`


def save(args, model):
    torch.save({"model": model.state_dict(), "args": args}, "last.pth")


def save_best(model):
    torch.save({"model": model.state_dict()}, "best.pth")


def settings():
    return argparse.ArgumentParser().parse_args()
