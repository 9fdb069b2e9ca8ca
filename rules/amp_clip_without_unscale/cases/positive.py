import torch
import torch.nn.functional as F
from torch.cuda.amp import GradScaler
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


class Trainer:
    def __init__(self, net, half):
        self.net, self.half = net, half
        self.optimizer = torch.optim.AdamW(net.parameters())
        self.scaler = GradScaler(enabled=half)

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.optimizer.zero_grad(set_to_none=True)
        if self.half:
            self.scaler.scale(loss).backward()
            clip_grad_norm_(self.net.parameters(), 1.0)  # finding: call `self.scaler.unscale_(self.optimizer)` first
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            loss.backward()
            clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()


def whether_or_not(net, rows, half):
    optimizer = torch.optim.AdamW(net.parameters())
    scaler = GradScaler()
    for x, y in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        if half:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        clip_grad_value_(net.parameters(), 0.5)  # finding: clips gradients that are still scaled
        if half:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()


def too_late(net, rows):
    optimizer = torch.optim.AdamW(net.parameters())
    scaler = GradScaler()
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: clips gradients that are still scaled
        scaler.unscale_(optimizer)
        scaler.step(optimizer)
        scaler.update()


def given(net, optimizer, scaler, rows):
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: call `scaler.unscale_(optimizer)` first
        scaler.step(optimizer)
        scaler.update()


def accumulated(net, rows, every):
    optimizer = torch.optim.AdamW(net.parameters())
    scaler = GradScaler()
    for i, (x, y) in enumerate(rows):
        scaler.scale(F.mse_loss(net(x), y) / every).backward()
        if (i + 1) % every == 0:
            clip_grad_norm_(net.parameters(), 1.0)  # finding: clips gradients that are still scaled
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def the_scale_is_for_the_scheduler(net, rows, scheduler):
    optimizer = torch.optim.AdamW(net.parameters())
    scaler = GradScaler()
    for x, y in rows:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(net(x), y)).backward()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: call `scaler.unscale_(optimizer)` first
        before = scaler.get_scale()
        scaler.step(optimizer)
        scaler.update()
        if before <= scaler.get_scale():
            scheduler.step()


def shown_before_the_clip(net, optimizer, rows, draw):
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        scaler.scale(loss).backward()
        draw(loss)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # finding: call `scaler.unscale_(optimizer)` first
        scaler.step(optimizer)
        scaler.update()
