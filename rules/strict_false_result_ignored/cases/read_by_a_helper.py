"""A helper that returns the file as it is leaves all names in it; one that may leave some out does not ask the model."""

import io
from pathlib import Path
from typing import Any

import torch
from torch import nn


def read(path: str, **options: Any) -> Any:
    data = Path(path).read_bytes()
    return torch.load(io.BytesIO(data), weights_only=True, **options)


def read_body(path: str) -> Any:
    saved = torch.load(path, weights_only=True)
    return {name: tensor for name, tensor in saved.items() if not name.startswith("head.")}


def resume(path: str, is_distributed: bool) -> nn.Module:
    model = nn.Linear(4, 2)
    if is_distributed:
        state = torch.load(path, map_location="cpu", weights_only=True)
    else:
        state = read(path, map_location="cpu")
    model.load_state_dict(state, strict=False)  # finding: may silently load nothing
    return model


def begin_with_the_body(path: str) -> nn.Module:
    model = nn.Linear(4, 2)
    state = read_body(path)
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing
    return model
