"""Two ways to differentiate and to step, of which a program takes one."""

import torch
from torch.nn.utils import clip_grad_norm_


class Half:
    def __init__(self):
        self.scaler = torch.amp.GradScaler("cuda")

    def __call__(self, loss, optimizer, parameters, *, update=True):
        self.scaler.scale(loss).backward()
        if update:
            self.scaler.unscale_(optimizer)
            clip_grad_norm_(parameters, 1.0)
            self.scaler.step(optimizer)  # suspected: `zero_grad()` runs only in the outer loop
            self.scaler.update()


class Single:
    def __call__(self, loss, optimizer, parameters, *, update=True):
        loss.backward()
        if update:
            clip_grad_norm_(parameters, 1.0)
            optimizer.step()  # suspected: `zero_grad()` runs only in the outer loop
