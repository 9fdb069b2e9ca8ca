"""Writes down what is said, with whatever model the settings name."""

import importlib

import torch


def load(name, path):
    module, _, kind = name.partition(":")
    model = getattr(importlib.import_module(module), kind)()
    model.load_state_dict(torch.load(path, weights_only=True))
    return model


def decode(name, path, sounds):
    model = load(name, path)
    with torch.no_grad():
        for sound in sounds:
            print(model.transcribe(sound))


def rate(name, path, sounds):
    model = load(name, path)
    with torch.enable_grad():
        return [model.certainty(sound) for sound in sounds]
