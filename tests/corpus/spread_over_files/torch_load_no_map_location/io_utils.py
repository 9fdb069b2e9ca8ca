"""Helpers that load, with and without a place."""

import torch


def load_state(path):
    return torch.load(path, weights_only=True)  # suspected: fails without the GPU that the file was saved from


def load_state_cpu(path, **kwargs):
    return torch.load(path, map_location="cpu", weights_only=True)
