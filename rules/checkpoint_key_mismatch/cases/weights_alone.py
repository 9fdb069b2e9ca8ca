"""A file with nothing but weights has no entries for them."""

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
    model.load_state_dict(saved["net"])  # finding: raises KeyError, as the checkpoint is saved without 'net'; save it
    evaluate(model)


def test_nested(args, model):
    saved = torch.load(os.path.join(args.folder, "nested.pt"), map_location="cpu")
    model.load_state_dict(saved["net"])
    evaluate(model)


def test_another(args, model):
    saved = torch.load(os.path.join(args.folder, args.name), map_location="cpu")
    model.load_state_dict(saved["model"])
    evaluate(model)
