"""What both programs load their checkpoints with."""

import torch


def restore(path, state, **parts):
    checkpoint = torch.load(path, map_location="cpu")  # finding: holds the Namespace `args`
    for name, part in parts.items():
        if name in checkpoint:
            part.load_state_dict(checkpoint[name])
    for name in state:
        if name in checkpoint:
            state[name] = checkpoint[name]


def restore_head(path, state, **parts):
    checkpoint = torch.load(path, map_location="cpu")  # suspected: so a file put in its
    for name, part in parts.items():
        if name in checkpoint:
            part.load_state_dict(checkpoint[name])
    for name in state:
        if name in checkpoint:
            state[name] = checkpoint[name]
