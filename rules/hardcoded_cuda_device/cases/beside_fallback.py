"""A program that falls back to the CPU, and places that forget it, or are not reached there."""

import sys

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Linear(4, 4).to(device)


def sample(x, steps):
    with torch.no_grad():
        for _ in range(steps):
            x = model(x.to("cuda"))  # finding: fails where the program falls back to the CPU; use the device
    return x


def warmed_up(rows: torch.Tensor):
    if torch.cuda.is_available():
        model(rows.to("cuda"))
    return model(rows.to("cuda") if device == "cuda" else rows)


def timed(rows: torch.Tensor):
    if device != "cuda":
        return None
    return model(rows.to("cuda"))


def checked(rows: torch.Tensor):
    assert torch.cuda.is_available()
    return model(rows.to("cuda"))


def on_several(rows: torch.Tensor):
    return nn.DataParallel(model)(rows.to("cuda:1"))


def or_nothing(rows: torch.Tensor):
    if not torch.cuda.is_available():
        print("needs a GPU")
        sys.exit(1)
    return model(rows.to("cuda"))


def main(rows):
    if torch.cuda.device_count() > 1:
        return on_several(rows)
    return sample(rows, 3)


class Fused:
    """What was asked before is read by name."""

    def __init__(self):
        self.is_fused = torch.cuda.is_available() and hasattr(torch.nn.functional, "scaled_dot_product_attention")
        if not self.is_fused:
            return
        self.properties = torch.cuda.get_device_properties(torch.device("cuda"))
