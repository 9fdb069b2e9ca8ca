"""Models inside wrappers, which put a prefix before each name."""

import torch
import torchvision
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def wrapped(rank):
    model = torchvision.models.resnet18().to(rank)
    model = DistributedDataParallel(model, device_ids=[rank])
    for name, p in model.named_parameters():
        if name.startswith("layer1"):  # finding: names of the wrapped `model` begin with `module.`; unwrap it first
            p.requires_grad = False
        if "layer2" in name or name.startswith("module.layer3"):
            p.requires_grad = False
    for name, p in model.module.named_parameters():
        if name.startswith("layer1"):
            p.requires_grad = False


def compiled():
    model = torch.compile(nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1)))
    for name, p in model.named_parameters():
        if name == "0.weight":  # finding: names of the wrapped `model` begin with `_orig_mod.`
            p.requires_grad = False
        if name == "_orig_mod.0.bias":
            p.requires_grad = False


def before(rank):
    model = torchvision.models.resnet18().to(rank)
    for name, p in model.named_parameters():
        if name.startswith("layer1"):  # not wrapped yet
            p.requires_grad = False
    return DistributedDataParallel(model, device_ids=[rank])


def perhaps(rank, distributed):
    model = torchvision.models.resnet18().to(rank)
    if distributed:
        model = DistributedDataParallel(model, device_ids=[rank])
    plain = model.module if distributed else model
    for name, p in plain.named_parameters():
        if name.startswith("layer1"):
            p.requires_grad = False


wrapped(0)
compiled()
before(0)
perhaps(0, torch.cuda.device_count() > 1)
