"""Models that a function returns beside something else, wrapped on one way only."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def prepare(model, options):
    optimizer = torch.optim.Adam(model.parameters())
    if torch.cuda.is_available():
        model = DDP(model, device_ids=[options.rank])
    return optimizer, model


def prepare_for_all(model, options):
    optimizer = torch.optim.Adam(model.parameters())
    model = DDP(model, device_ids=[options.rank])
    return optimizer, model


def main(options):
    optimizer, model = prepare(nn.Linear(4, 1), options)
    optimizer.step()
    return model.module  # finding: `model.module` raises an AttributeError where the model is not wrapped


def always(options):
    optimizer, model = prepare_for_all(nn.Linear(4, 1), options)
    optimizer.step()
    return model.module


def asked(options):
    optimizer, model = prepare(nn.Linear(4, 1), options)
    optimizer.step()
    return model.module if hasattr(model, "module") else model
