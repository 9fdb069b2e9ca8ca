"""Wrappers that a function gives to a variable of its own, and leaves there."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

shared = None


def set_up(models, rank):
    for model in models:
        model.cuda(rank)
        model = DDP(model, device_ids=[rank])  # finding: `model` trains without synchronising its gradients
    return models


def all_of(models, rank):
    wrapped = []
    for model in models:
        model = DDP(model, device_ids=[rank])
        wrapped.append(model)
    return wrapped


def compile_it(model, fast):
    if fast:
        model = torch.compile(model)  # finding: is read by nothing after this, and `model` is not compiled
    print("ready")


def compiled(model, fast):
    if fast:
        model = torch.compile(model)
    return model


def share(model):
    global shared
    shared = nn.DataParallel(model)


def warmed_up(model, rows):
    model = torch.compile(model)

    def run():
        return model(rows)

    return run


class Fit:
    def __init__(self, model, optimizer, loader):
        self.accelerator = Accelerator()
        self.model, self.optimizer, self.loader = model, optimizer, loader
        self.accelerator.prepare(self.model, self.optimizer, self.loader)  # finding: `self.model` is not the one
        self.loader = self.accelerator.prepare(self.loader)
