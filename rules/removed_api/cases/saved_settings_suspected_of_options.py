"""Weights under a name that an option lists, or under one of two: the program's own files hold a Namespace as well."""

import argparse

import torch


def finetune(path, model, args):
    saved = torch.load(path, map_location="cpu")  # suspected: because the checkpoint holds the Namespace `args`
    weights = None
    for key in args.keys_of_weights.split("|"):
        if key in saved:
            weights = saved[key]
            break
    model.load_state_dict(saved if weights is None else weights)


def tokenizer(path, model):
    weights = torch.load(path, map_location="cpu")  # suspected: because the checkpoint holds the Namespace `args`
    if "model" in weights:
        weights = weights["model"]
    else:
        weights = weights["state_dict"]
    model.load_state_dict(weights)


def of_another_program(path, model):
    weights = torch.load(path, map_location="cpu")
    if "generator" in weights:
        weights = weights["generator"]
    else:
        weights = weights["net_g"]
    model.load_state_dict(weights)


def save(args, model):
    torch.save({"model": model.state_dict(), "args": args}, "last.pth")


def settings():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys_of_weights", default="model|module")
    return parser.parse_args()
