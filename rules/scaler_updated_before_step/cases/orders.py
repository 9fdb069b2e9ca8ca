"""When a scaler is updated among the steps of several optimizers."""

import torch
from torch import nn
from torch.amp import GradScaler, autocast


def both_losses_first(g: nn.Module, d: nn.Module, loader, opt_g, opt_d):
    scaler = GradScaler("cuda")
    for x, y in loader:
        opt_g.zero_grad()
        opt_d.zero_grad()
        with autocast("cuda"):
            loss_g, loss_d = nn.functional.mse_loss(g(x), y), nn.functional.mse_loss(d(x), y)
        scaler.scale(loss_g).backward()
        scaler.scale(loss_d).backward()
        scaler.step(opt_g)
        scaler.update()  # finding: call it once, after all steps
        scaler.unscale_(opt_d)
        nn.utils.clip_grad_norm_(d.parameters(), 1.0)
        scaler.step(opt_d)
        scaler.update()


def once(g: nn.Module, d: nn.Module, loader, opt_g, opt_d):
    scaler = GradScaler("cuda")
    for x, y in loader:
        scaler.scale(nn.functional.mse_loss(g(x), y)).backward()
        scaler.scale(nn.functional.mse_loss(d(x), y)).backward()
        scaler.step(opt_g)
        scaler.step(opt_d)
        scaler.update()


def one_after_the_other(g: nn.Module, d: nn.Module, loader, opt_g, opt_d):
    scaler = GradScaler("cuda")
    for x, y in loader:
        scaler.scale(nn.functional.mse_loss(d(x), y)).backward()
        scaler.step(opt_d)
        scaler.update()
        with autocast("cuda"):
            loss = nn.functional.mse_loss(g(x), y)
        scaler.scale(loss).backward()
        scaler.step(opt_g)
        scaler.update()


def a_scaler_each(g: nn.Module, d: nn.Module, loader, opt_g, opt_d):
    scaler_g, scaler_d = GradScaler("cuda"), GradScaler("cuda")
    for x, y in loader:
        scaler_g.scale(nn.functional.mse_loss(g(x), y)).backward()
        scaler_d.scale(nn.functional.mse_loss(d(x), y)).backward()
        scaler_g.step(opt_g)
        scaler_g.update()
        scaler_d.step(opt_d)
        scaler_d.update()


def other_updates(model: nn.Module, loader, optimizer, meter, scaler: GradScaler):
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        meter.update(loss.item())
        scaler.step(optimizer)
        scaler.update()


def only_with_another_loss(g: nn.Module, d: nn.Module, loader, opt_g, opt_d, centers: bool):
    scaler = GradScaler("cuda")
    for x, y in loader:
        scaler.scale(nn.functional.mse_loss(g(x) + d(x), y)).backward()
        scaler.step(opt_g)
        scaler.update()  # finding: may change the scale before `scaler.step(opt_d)`
        if centers:
            for parameter in d.parameters():
                parameter.grad.mul_(2.0)
            scaler.step(opt_d)
            scaler.update()


def only_with_another_backward(g: nn.Module, d: nn.Module, loader, opt_g, opt_d, centers: bool):
    scaler = GradScaler("cuda")
    for x, y in loader:
        scaler.scale(nn.functional.mse_loss(g(x), y)).backward()
        scaler.step(opt_g)
        scaler.update()
        if centers:
            scaler.scale(nn.functional.mse_loss(d(x), y)).backward()
            scaler.step(opt_d)
            scaler.update()


def only_in_a_function(g: nn.Module, d: nn.Module, loader, opt_g, opt_d, centers: bool):
    scaler = GradScaler("cuda")
    for x, y in loader:
        scaler.scale(nn.functional.mse_loss(g(x), y)).backward()
        scaler.step(opt_g)
        scaler.update()
        if centers:
            backward_of(scaler, d, x)
            scaler.step(opt_d)
            scaler.update()


def backward_of(scaler: GradScaler, d: nn.Module, x):
    scaler.scale(d(x).mean()).backward()
