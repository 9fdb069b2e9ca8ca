"""Deprecated functions and classes that are not called where they stand: kept, passed, chosen, or only looked at."""

from contextlib import nullcontext
from functools import partial

import torch
from torch import nn
from torchvision.transforms import v2

HANDLED = {torch.ger: "outer"}


def chosen(args):
    context = torch.cuda.amp.autocast if args.half else nullcontext  # finding: use `torch.amp.autocast("cuda")`
    with context():
        return args


def context_of(precision):
    if precision == "amp":
        return torch.cuda.amp.autocast  # finding: use `torch.amp.autocast("cuda")`
    return nullcontext


class Block(nn.Module):
    def __init__(self, is_normed, norm=nn.utils.weight_norm):  # finding: `torch.nn.utils.weight_norm` is deprecated
        super().__init__()
        self.start = [nn.init.ones_, nn.init.orthogonal]  # finding: use `torch.nn.init.orthogonal_`
        self.norm = norm if is_normed else None


def steps():
    return [partial(v2.ToTensor), v2.ToDtype]  # finding: use `v2.Compose([v2.ToImage()


def described(step: v2.ToTensor, scaler: "torch.cuda.amp.GradScaler | None") -> v2.ToTensor | None:
    if isinstance(step, v2.ToTensor) or scaler is torch.cuda.amp.GradScaler:
        return None
    return HANDLED[torch.ger]


def with_another_way():
    try:
        autocast = torch.cuda.amp.autocast
    except AttributeError:
        autocast = nullcontext
    make = torch.amp.GradScaler if hasattr(torch.amp, "GradScaler") else torch.cuda.amp.GradScaler
    return autocast, make


def exchanged(layer):
    weight_norm = nn.utils.weight_norm
    if hasattr(nn.utils.parametrizations, "weight_norm"):
        weight_norm = nn.utils.parametrizations.weight_norm
    return weight_norm(layer)


def under_its_new_name():
    if "all_gather_into_tensor" not in dir(torch.distributed):
        torch.distributed.all_gather_into_tensor = torch.distributed._all_gather_base
