"""The model is taken out of what an Accelerator has wrapped it in, before it is trained."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def by_its_type(loader):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    if isinstance(model, (nn.DataParallel, DistributedDataParallel)):
        model = model.module  # finding: unwraps the model that is trained below, so gradients are not synchronised
    for x in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(x).square().mean())
            optimizer.step()
            optimizer.zero_grad()


def always(loader):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    model = accelerator.unwrap_model(model)  # finding: unwraps the model that is trained below, so gradients are not
    for x in loader:
        accelerator.backward(model(x).square().mean())
        optimizer.step()
        optimizer.zero_grad()


def unwrapped_for_evaluation(loader, rows):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        accelerator.backward(model(x).square().mean())
        optimizer.step()
        optimizer.zero_grad()
    model = accelerator.unwrap_model(model)
    with torch.no_grad():
        print(model(rows))


def wrapped_again(loader):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model = accelerator.prepare(model)
    model = accelerator.unwrap_model(model)
    model.bias.requires_grad_(False)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        accelerator.backward(model(x).square().mean())
        optimizer.step()
        optimizer.zero_grad()


def in_one_process(loader):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    if accelerator.num_processes == 1:
        model = accelerator.unwrap_model(model)
    for x in loader:
        accelerator.backward(model(x).square().mean())
        optimizer.step()
        optimizer.zero_grad()
