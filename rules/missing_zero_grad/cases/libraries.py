"""What a library differentiates, its caller clears; an engine clears by itself."""

import deepspeed
import torch
from accelerate import Accelerator
from lightning.fabric import Fabric
from torch import nn
from torch.utils.data import DataLoader


def accelerated(loader: DataLoader):
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        accelerator.backward(nn.functional.cross_entropy(model(x), y))
        optimizer.step()  # finding: applies the gradients of all earlier steps again


def accelerated_and_cleared(loader: DataLoader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        with accelerator.accumulate(model):
            accelerator.backward(nn.functional.cross_entropy(model(x), y))
            optimizer.step()
            optimizer.zero_grad()


def woven(loader: DataLoader):
    fabric = Fabric()
    model = nn.Linear(4, 2)
    model, optimizer = fabric.setup(model, torch.optim.AdamW(model.parameters()))
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        fabric.backward(loss)
        optimizer.step()  # finding: applies the gradients of all earlier steps again


def by_an_engine(loader: DataLoader, args):
    model = nn.Linear(4, 2)
    engine, optimizer, _, _ = deepspeed.initialize(args, model, torch.optim.AdamW(model.parameters()))
    for x, y in loader:
        engine.backward(nn.functional.cross_entropy(engine(x), y))
        engine.step()
