"""A checkpoint with a Namespace that is loaded from the path that it was saved to, and others beside it."""

import argparse
import os

import torch


def resume(path, **parts):
    checkpoint = torch.load(path, map_location="cpu")  # finding: because the checkpoint holds the Namespace `args`
    for name, part in parts.items():
        if name in checkpoint and part is not None:
            part.load_state_dict(checkpoint[name])


def load_weights(path, **parts):
    checkpoint = torch.load(path, map_location="cpu")
    for name, part in parts.items():
        if name in checkpoint:
            part.load_state_dict(checkpoint[name])


def load_either(args):
    return torch.load(f"{args.folder}/either.pt")


def load_all(args):
    return torch.load(f"{args.folder}/last.pt")  # finding: because the checkpoint holds the Namespace `args`


def load_elsewhere(args):
    return torch.load(f"{args.weights}/last.pt"), torch.load("last.pt")


def main(model, optimizer):
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", required=True)
    parser.add_argument("--weights", required=True)
    args = parser.parse_args()
    resume(os.path.join(args.folder, "last.pt"), model=model, optimizer=optimizer)
    load_weights(os.path.join(args.folder, "weights.pt"), encoder=model)
    torch.save({"model": model.state_dict(), "args": args}, os.path.join(args.folder, "last.pt"))
    torch.save({"encoder": model.state_dict()}, os.path.join(args.folder, "weights.pt"))
    torch.save({"model": model.state_dict(), "args": args}, os.path.join(args.folder, "either.pt"))
    torch.save(model.state_dict(), os.path.join(args.folder, "either.pt"))
