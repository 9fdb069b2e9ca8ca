"""Helpers that save a state and load weights."""

import torch


def save_checkpoint(state, path):
    torch.save(state, path)


def load_weights(model, path):
    model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True)["model"])
