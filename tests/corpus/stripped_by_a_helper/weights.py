"""Loads what a wrapped model has saved."""

import torch


def load(model, path):
    state = torch.load(path, weights_only=True)
    model.load_state_dict({name[7:]: value for name, value in state.items()})
