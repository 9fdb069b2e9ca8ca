"""A file with nothing but weights has no entries for them, and one with entries is not the weights."""

import os

import torch

from elsewhere import evaluate, one_epoch


def train(args, model, optimizer):
    for _ in range(args.epochs):
        one_epoch(model, optimizer)
    torch.save(model.state_dict(), os.path.join(args.folder, "final.pt"))
    torch.save({"net": model.state_dict()}, os.path.join(args.folder, "nested.pt"))


def test(args, model):
    saved = torch.load(os.path.join(args.folder, "final.pt"), map_location="cpu")
    model.load_state_dict(saved["net"])  # finding: raises KeyError: the checkpoint is saved without it; save it
    evaluate(model)


def test_nested(args, model):
    saved = torch.load(os.path.join(args.folder, "nested.pt"), map_location="cpu")
    model.load_state_dict(saved["net"])
    evaluate(model)


def test_another(args, model):
    saved = torch.load(os.path.join(args.folder, args.name), map_location="cpu")
    model.load_state_dict(saved["model"])
    evaluate(model)


def test_whole(args, model):
    saved = torch.load(os.path.join(args.folder, "nested.pt"), map_location="cpu")
    model.load_state_dict(saved)  # finding: the whole checkpoint, whose keys match no weights; pass its 'net' entry
    model.load_state_dict(torch.load(os.path.join(args.folder, "final.pt"), map_location="cpu"))


def test_either(args, model):
    saved = torch.load(os.path.join(args.folder, "nested.pt"), map_location="cpu")
    if "net" in saved:
        saved = saved["net"]
    model.load_state_dict(saved)
