"""Losses that need no accelerator, or have it."""

import torch
from accelerate import Accelerator
from lightning.fabric import Fabric
from torch.nn import functional as F


def chosen(model, optimizer, loader, accelerator=None):
    if accelerator is not None:
        model, optimizer = accelerator.prepare(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        if accelerator is None:
            loss.backward()
        else:
            accelerator.backward(loss)
        optimizer.step()


def chosen_by_flag(model, optimizer, loader, distributed):
    accelerator = Accelerator()
    model, optimizer = accelerator.prepare(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss) if distributed else loss.backward()
        optimizer.step()


def other_model(model, optimizer, loader, probe):
    accelerator = Accelerator()
    model, optimizer = accelerator.prepare(model, optimizer)
    of_probe = torch.optim.Adam(probe.parameters())
    for x, y in loader:
        of_probe.zero_grad()
        loss = F.cross_entropy(probe(x), y)
        loss.backward()
        of_probe.step()


def of_engine(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer = accelerator.prepare(model, optimizer)
    for x, y in loader:
        model.backward(F.cross_entropy(model(x), y))
        optimizer.step()


def scales_itself(model, optimizer, loader, scaler):
    accelerator = Accelerator()
    model, optimizer = accelerator.prepare(model, optimizer)
    for x, y in loader:
        scaler.scale(F.cross_entropy(model(x), y)).backward()
        optimizer.step()


def in_bfloat16(model, optimizer, loader):
    accelerator = Accelerator(mixed_precision="bf16")
    model, optimizer = accelerator.prepare(model, optimizer)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def in_float32(model, optimizer, loader):
    fabric = Fabric(precision="32-true")
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def kept_aside(model, optimizer, loader, accelerator):
    _, loader = accelerator.prepare(model, loader)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def not_an_accelerator(model, optimizer, loader, recipe):
    model, optimizer = recipe.prepare(model, optimizer)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
