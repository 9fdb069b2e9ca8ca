"""Models that clip by a method of their own, and code that is not followed before the clip."""

import torch
from elsewhere import Arch, Clipper
from torch import nn
from torch.cuda.amp import GradScaler


class Trainer:
    def __init__(self, parts: nn.ModuleDict, arch: Arch):
        self.parts, self.arch = parts, arch
        self.optimizer = torch.optim.AdamW(parts.parameters())
        self.scaler = GradScaler()

    def run(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            self.arch.forward_backward(batch)
            for part in self.parts.values():
                part.clip_grad_norm_(3.0)  # suspected: call `self.scaler.unscale_(self.optimizer)` first
            self.scaler.step(self.optimizer)
            self.scaler.update()

    def run_plain(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            self.arch.forward_backward(batch)
            for part in self.parts.values():
                part.clip_grad_norm_(3.0)
            self.optimizer.step()

    def run_by_clipper(self, loader, clipper: Clipper):
        for batch in loader:
            self.optimizer.zero_grad()
            self.arch.forward_backward(batch)
            clipper.clip_grad(self.parts, self.scaler)
            self.scaler.step(self.optimizer)
            self.scaler.update()

    def run_given(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            self.arch.forward_backward(batch, self.scaler, self.optimizer)
            nn.utils.clip_grad_norm_(self.parts.parameters(), 3.0)
            self.scaler.step(self.optimizer)
            self.scaler.update()
