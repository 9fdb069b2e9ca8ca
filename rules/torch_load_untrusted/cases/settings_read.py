"""Checkpoints of which settings are read: weights only is what they take where these are plain values."""

import torch
from torch import nn


def with_its_settings(path, build):
    saved = torch.load(path)  # suspected: and save `cfg` as a plain dict
    model = build(saved["cfg"])
    model.load_state_dict(saved["weights"])
    return model


def where_there_are_any(path, build):
    saved = torch.load(path, weights_only=False)  # finding: save `hparams` as
    return build(saved.get("hparams"), saved["weights"])


def weights_alone(path):
    model = nn.Linear(4, 2)
    model.load_state_dict(torch.load(path)["weights"])  # suspected: pass `weights_only=True`
    return model
