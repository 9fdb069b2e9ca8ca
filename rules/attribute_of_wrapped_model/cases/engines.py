"""A model that either DistributedDataParallel wraps or the engine of a library that is not known."""

import deepspeed
import engines
import torch
from apex import amp
from engines import create_model
from torch.nn.parallel import DistributedDataParallel


def step(model, loss, is_engine):
    if is_engine:
        model.backward(loss)
        model.step()
    else:
        loss.backward()


def preview(model, x):
    return model.generate(x)  # suspected: `model.generate` raises an AttributeError once `model` is a


def main(args, loader):
    model = create_model(args.name)
    if args.engine:
        model, optimizer = engines.initialize(model=model)
    else:
        model = DistributedDataParallel(model)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        step(model, model(x), args.engine)
        optimizer.step()


def show(args, x):
    model = create_model(args.name)
    model = DistributedDataParallel(model)
    return preview(model, x)


def shown(model, x):
    return model.generate(x)  # suspected: `model.generate` raises an AttributeError once `model` is a


def in_half_precision(args, x):
    model = create_model(args.name)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = amp.initialize(model, optimizer)
    model = DistributedDataParallel(model)
    return shown(model, x)


def saved(model, folder):
    model.save_checkpoint(folder)


def in_deepspeed(args, folder):
    model = create_model(args.name)
    if args.deepspeed:
        model, _, _, _ = deepspeed.initialize(args=args, model=model)
    else:
        model = DistributedDataParallel(model)
    saved(model, folder)
