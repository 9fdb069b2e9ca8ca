"""accelerate gives each process the seed that it is given, unless it is told otherwise."""

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed


def alike(model, optimizer, loader, seed=1):
    accelerator = Accelerator()
    if accelerator.num_processes > 1:
        set_seed(42)  # finding: `set_seed(42)` makes all ranks draw the same noise
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    train(accelerator, model, optimizer, loader)
    for x in loader:
        accelerator.backward((model(x + torch.randn_like(x)) - x).pow(2).mean())


def told(model, optimizer, loader):
    accelerator = Accelerator()
    set_seed(42, device_specific=True)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    train(accelerator, model, optimizer, loader)


def by_index(model, optimizer, loader):
    accelerator = Accelerator()
    set_seed(42 + accelerator.process_index)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    train(accelerator, model, optimizer, loader)


def train(accelerator, model, optimizer, loader):
    for x in loader:
        accelerator.backward((model(x) - x).pow(2).mean())
        optimizer.step()
        optimizer.zero_grad()


def with_samples(model, optimizer, loader):
    accelerator = Accelerator()
    set_seed(7)  # finding: makes all ranks draw the same noise
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for step, x in enumerate(loader):
        accelerator.backward((model(x + torch.randn_like(x)) - x).pow(2).mean())
        if step % 100 == 0 and accelerator.is_main_process:
            show(model)


def with_samples_by_index(model, optimizer, loader, seed):
    accelerator = Accelerator()
    set_seed(seed + accelerator.process_index)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for step, x in enumerate(loader):
        accelerator.backward((model(x + torch.randn_like(x)) - x).pow(2).mean())
        if step % 100 == 0 and accelerator.is_main_process:
            show(model)


def show(model):
    torch.manual_seed(42)
    print(model(torch.randn(4, 8)))
