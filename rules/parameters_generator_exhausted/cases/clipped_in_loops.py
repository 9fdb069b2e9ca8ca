"""Training scripts: another name for the iterator, a library that clips, a chosen optimizer, and loops that may end."""

import sys

import torch
from accelerate import Accelerator
from torch import nn
from torch.nn.utils import clip_grad_norm_


def by_another_name(model: nn.Module, loader):
    wanted = filter(lambda p: p.requires_grad, model.parameters())
    optimizer = torch.optim.SGD(wanted, lr=0.1)
    for x in loader:
        model(x).sum().backward()
        to_clip = wanted
        clip_grad_norm_(to_clip, 1.0)  # finding: `to_clip` is a generator, already exhausted by `torch.optim.SGD`
        optimizer.step()


def by_a_library(model: nn.Module, loader):
    accelerator = Accelerator()
    wanted = filter(lambda p: p.requires_grad, model.parameters())
    optimizer = torch.optim.SGD(wanted, lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        accelerator.backward(model(x).sum())
        accelerator.clip_grad_norm_(wanted, 1.0)  # finding: `wanted` is a generator, already exhausted
        optimizer.step()


def of_a_chosen_class(model: nn.Module):
    if "--small" in sys.argv:
        import bitsandbytes as bnb

        kind = bnb.optim.AdamW8bit
    else:
        kind = torch.optim.AdamW
    wanted = model.parameters()
    optimizer = kind(wanted, lr=0.1)
    clip_grad_norm_(wanted, 1.0)  # finding: `wanted` is a generator, already exhausted by `kind`
    return optimizer


def until_enough(model: nn.Module, loader, optimizer, most):
    wanted = model.parameters()
    for step, x in enumerate(loader):
        model(x).sum().backward()
        clip_grad_norm_(wanted, 1.0)  # finding: already exhausted after the first iteration
        optimizer.step()
        if step > most:
            break


def one_batch(model: nn.Module, loader, optimizer):
    wanted = model.parameters()
    for x in loader:
        model(x).sum().backward()
        clip_grad_norm_(wanted, 1.0)
        optimizer.step()
        break


def looked_for(model: nn.Module, sizes):
    wanted = model.parameters()
    for size in sizes:
        if size > 3:
            return list(wanted)
    return []


def made_anew(model: nn.Module, loader, most):
    wanted = model.parameters()
    optimizer = torch.optim.SGD(wanted, lr=0.1)
    for step, x in enumerate(loader):
        model(x).sum().backward()
        to_clip = model.parameters()
        clip_grad_norm_(to_clip, 1.0)
        optimizer.step()
        if step > most:
            break


def listed(model: nn.Module, loader, accelerator):
    wanted = list(filter(lambda p: p.requires_grad, model.parameters()))
    optimizer = torch.optim.SGD(wanted, lr=0.1)
    for x in loader:
        accelerator.backward(model(x).sum())
        accelerator.clip_grad_norm_(wanted, 1.0)
        optimizer.step()


def one_name_for_two(model: nn.Module, other: nn.Module, first):
    wanted = model.parameters()
    optimizer = torch.optim.SGD(wanted, lr=0.1)
    to_clip = wanted
    if first:
        to_clip = other.parameters()
    clip_grad_norm_(to_clip, 1.0)
    return optimizer
