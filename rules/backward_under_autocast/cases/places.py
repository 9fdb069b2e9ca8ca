"""Where backwards of trainings stand beside autocast."""

import torch
from torch import nn
from torch.amp import GradScaler, autocast

device = torch.device("cuda")


def scaled_inside(model: nn.Module, loader, optimizer, scaler: GradScaler):
    for x, y in loader:
        optimizer.zero_grad()
        with autocast("cuda"):
            loss = nn.functional.cross_entropy(model(x), y)
            scaler.scale(loss).backward()  # finding: under autocast may compute float32 gradients in
        scaler.step(optimizer)
        scaler.update()


def whole_step_inside(model: nn.Module, loader, optimizer, args):
    for x, y in loader:
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=args.amp):
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()  # finding: under autocast may compute float32 gradients in
            optimizer.step()


def whole_training_inside(model: nn.Module, loader, optimizer):
    with torch.cuda.amp.autocast():
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()  # finding: under autocast may compute float32 gradients in
            optimizer.step()


def outside(model: nn.Module, loader, optimizer, scaler: GradScaler):
    for x, y in loader:
        optimizer.zero_grad()
        with autocast("cuda"):
            loss = nn.functional.cross_entropy(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


def switched_off(model: nn.Module, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with autocast("cuda"):
            out = model(x)
            with autocast("cuda", enabled=False):
                nn.functional.cross_entropy(out.float(), y).backward()
        optimizer.step()


def penalty(model: nn.Module, loader, optimizer):
    for x, y in loader:
        x.requires_grad_(True)
        optimizer.zero_grad()
        with autocast("cuda"):
            out = model(x)
            gradient = torch.autograd.grad(out.sum(), x, create_graph=True)[0]  # the note does so, too
            loss = nn.functional.cross_entropy(out, y) + gradient.float().square().mean()
        loss.backward()
        optimizer.step()
