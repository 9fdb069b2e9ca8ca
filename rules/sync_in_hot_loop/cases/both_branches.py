"""Each pass takes one of two branches, and waits in both or in one of them."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def step(model: nn.Module, images, seen):
    loss = model(images.cuda()).mean()
    loss.backward()
    seen.append(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it


def accumulated(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer, every):
    seen = []
    for number, images in enumerate(loader):
        if number % every:
            with model.no_sync():
                step(model, images, seen)
        else:
            step(model, images, seen)
            optimizer.step()
            optimizer.zero_grad()


def step_of_three(model: nn.Module, images, seen):
    loss = model(images.cuda()).mean()
    loss.backward()
    seen.append(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it


def three_branches(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    seen = []
    for number, images in enumerate(loader):
        if number % 3 == 0:
            step_of_three(model, images, seen)
        elif number % 3 == 1:
            step_of_three(model, images.flip(0), seen)
        else:
            step_of_three(model, images.flip(1), seen)
        optimizer.step()
        optimizer.zero_grad()


def step_of_two(model: nn.Module, images, seen):
    loss = model(images.cuda()).mean()
    loss.backward()
    seen.append(loss.item())


def one_branch_is_missing(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    seen = []
    for number, images in enumerate(loader):
        if number % 3 == 0:
            step_of_two(model, images, seen)
        elif number % 3 == 1:
            step_of_two(model, images.flip(0), seen)
        else:
            model(images.flip(1).cuda()).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def step_that_may_wait(model: nn.Module, images, waits):
    loss = model(images.cuda()).mean()
    loss.backward()
    if waits.pop():
        print(loss.item())


def by_what_varies_inside(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer, waits):
    for number, images in enumerate(loader):
        if number % 2:
            step_that_may_wait(model, images, waits)
        else:
            step_that_may_wait(model, images, waits)
        optimizer.step()
        optimizer.zero_grad()


def never_in_the_same_pass(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    for number, images in enumerate(loader):
        if number % 2:
            loss = model(images.cuda()).mean()
            loss.backward()
            print("odd", loss.item())
        else:
            loss = model(images.cuda()).sum()
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()
