"""Unscaled before they are clipped, or never scaled, or the scale is known of."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from elsewhere import NativeScaler, unscale
from torch.nn.utils import clip_grad_norm_


def unscaled(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        scaler.unscale_(optimizer)
        clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


def never_scaled(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = F.mse_loss(net(x), y)
        loss.backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def switched_off(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda", enabled=False)
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


def by_way_of_a_flag(net, rows, half):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.cuda.amp.GradScaler(enabled=half)
    for x, y in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        if half:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
        else:
            loss.backward()
        clip_grad_norm_(net.parameters(), 1.0)
        if half:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()


def the_plain_branch(net, rows, scaler):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()


def accelerated(net, rows):
    accelerator = Accelerator(mixed_precision="fp16")
    net, optimizer, rows = accelerator.prepare(net, torch.optim.Adam(net.parameters()), rows)
    for x, y in rows:
        accelerator.backward(F.mse_loss(net(x), y))
        accelerator.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()


def by_a_scaler_that_clips(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = NativeScaler()
    for x, y in rows:
        optimizer.zero_grad()
        scaler(F.mse_loss(net(x), y), optimizer, clip_grad=1.0, parameters=net.parameters())


def by_code_that_is_not_here(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        unscale(scaler, optimizer)
        clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


def the_scale_is_in_the_norm(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        clip_grad_norm_(net.parameters(), 1.0 * scaler.get_scale())
        scaler.step(optimizer)
        scaler.update()


def another_net(net, head, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    other = torch.optim.SGD(head.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        F.mse_loss(head(x), y).backward()
        clip_grad_norm_(head.parameters(), 1.0)
        other.step()
        other.zero_grad()
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        scaler.step(optimizer)
        scaler.update()


def something_else_that_scales(net, rows, normalizer):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        normalizer.scale(F.mse_loss(net(x), y)).backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def the_scale_is_in_a_variable(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        scale = scaler.get_scale()
        limit = 1.0 * scale
        clip_grad_norm_(net.parameters(), max_norm=limit)
        scaler.step(optimizer)
        scaler.update()


def divided_by_hand(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        for parameter in net.parameters():
            parameter.grad.div_(scaler.get_scale())
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def before_the_backward(net, rows):
    """Finds no gradients at all: another rule's."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        loss = F.mse_loss(net(x), y)
        clip_grad_norm_(net.parameters(), 1.0)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()


def unscaled_by_other_code(net, optimizer, rows, unscale):
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        unscale(scaler, net)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
