"""Devices and their names, compared."""

import torch
from torch import nn

named = "cuda" if torch.cuda.is_available() else "cpu"
made = torch.device(named)
either = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


def uses(net: nn.Module, x, device, other: str):
    if named == "cuda" or made.type == "cuda" or str(made) == "cuda" or device == "cuda":
        torch.backends.cudnn.benchmark = True
    if "cuda" == made:  # finding: is always False
        x = x.pin_memory()
    if either != "cpu":  # finding: is always True
        net.to(either)
    out = net(x)
    if out.device == "mps":  # finding: compare `out.device.type`
        torch.mps.synchronize()
    is_known = made in ("cuda", "cpu")  # finding: is always False
    return out, is_known, made == other, made == torch.device("cuda"), x.device == "cuda"


def rebound(is_remote):
    place = torch.device("cpu")
    if is_remote:
        place = "cuda"
    return place == "cuda"
