"""Accelerate wraps a model where several processes run, and leaves it as it is where one does."""

import torch
from accelerate import Accelerator
from torch import nn


def finetune(loader, path):
    accelerator = Accelerator()
    model = nn.Linear(8, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    if accelerator.is_main_process:
        torch.save(model.state_dict(), path)  # suspected: save `accelerator.unwrap_model(model)`
        torch.save({"optimizer": optimizer.state_dict()}, path)


def saved_by_the_accelerator(loader, path):
    accelerator = Accelerator()
    model = nn.Linear(8, 2)
    model, loader = accelerator.prepare(model, loader)
    accelerator.save(model.state_dict(), path)  # suspected: save `accelerator.unwrap_model(model)`
    accelerator.save(accelerator.unwrap_model(model).state_dict(), path)


def taken_out(path):
    accelerator = Accelerator()
    model = accelerator.prepare(nn.Linear(8, 2))
    inside = accelerator.unwrap_model(model)
    torch.save(inside.state_dict(), path)


def before(path):
    accelerator = Accelerator()
    model = nn.Linear(8, 2)
    prepared = accelerator.prepare(model)
    torch.save(model.state_dict(), path)
    return prepared
