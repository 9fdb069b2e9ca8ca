"""Wrapped on one way, and asked for on another."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Holder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.module = nn.Linear(4, 1)


def on_one_way(several: bool) -> dict[str, torch.Tensor]:
    model = nn.Linear(4, 1)
    if several:
        model = DDP(model)
    print(model.module.weight.shape)  # finding: where the model is not wrapped
    return model.module.state_dict()  # told once


def by_a_conditional(several: bool) -> dict[str, torch.Tensor]:
    model = nn.Linear(4, 1)
    model = nn.DataParallel(model) if several else model
    return model.module.state_dict()  # finding: where the model is not wrapped


def on_both_ways(several: bool) -> dict[str, torch.Tensor]:
    model = nn.Linear(4, 1)
    if several:
        model = DDP(model)
    else:
        model = nn.DataParallel(model).cuda()
    return model.module.state_dict()


def by_the_same_setting(several: bool, last: bool) -> dict[str, torch.Tensor] | None:
    model = nn.Linear(4, 1)
    if several:
        model = DDP(model)
    if last and several:
        return model.module.state_dict()
    return None


def by_a_rank(args, local_rank: int) -> dict[str, torch.Tensor] | None:
    model = nn.Linear(4, 1)
    if args.shards > 1:
        model = DDP(model)
    if local_rank == 0:
        return model.module.state_dict()
    return None


def by_its_attribute(several: bool) -> dict[str, torch.Tensor]:
    model = nn.Linear(4, 1)
    if several:
        model = DDP(model)
    return (model.module if hasattr(model, "module") else model).state_dict()


def left_before(several: bool) -> dict[str, torch.Tensor]:
    model = nn.Linear(4, 1)
    if several:
        model = DDP(model)
    if not several:
        return model.state_dict()
    return model.module.state_dict()


def tried(several: bool) -> dict[str, torch.Tensor]:
    model = nn.Linear(4, 1)
    if several:
        model = DDP(model)
    try:
        return model.module.state_dict()
    except AttributeError:
        return model.state_dict()


def of_its_own(several: bool) -> dict[str, torch.Tensor]:
    model = Holder()
    if several:
        model = DDP(model)
    return model.module.state_dict()


def in_a_class_of_its_own(several: bool) -> dict[str, torch.Tensor]:
    """Both branches give an object with an attribute of that name."""
    model = nn.Linear(4, 1)
    if several:
        model = DDP(model)
    else:
        model = Holder().cuda()
    return model.module.state_dict()
