"""A helper that restores a model."""

import torch


def restore(model, path):
    model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
