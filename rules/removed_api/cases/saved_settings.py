"""Checkpoints that hold what argparse gives, or a dict of it, and files that come from elsewhere."""

import argparse

import torch
from torch import nn


def resume(args, model, optimizer):
    checkpoint = torch.load(args.resume, map_location="cpu")  # finding: because the checkpoint holds the Namespace `args`
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["epoch"] + 1


def resume_everything(args, model):
    checkpoint = torch.load(args.resume, map_location="cpu", weights_only=False)
    model.load_state_dict(checkpoint["model"])


def averaged(path):
    return torch.load(path)["ema"]


def from_elsewhere(path, model):
    model.load_state_dict(torch.load(path)["backbone"])


def from_weights(path, model):
    model.load_state_dict(torch.load(path))


def save(args, model, optimizer, epoch):
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch, "args": args}
    torch.save(state, f"{args.output}/last.pth")


def save_average(args, ema):
    torch.save({"ema": ema.state_dict(), "args": vars(args)}, f"{args.output}/ema.pth")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--resume", default="")
    parser.add_argument("--output", default=".")
    args = parser.parse_args()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start = resume(args, model, optimizer) if args.resume else 0
    for epoch in range(start, 10):
        save(args, model, optimizer, epoch)
