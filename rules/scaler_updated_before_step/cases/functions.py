"""Losses that methods scale, and optimizers that methods let step."""

import torch
from torch import nn
from torch.amp import GradScaler


class Adversarial:
    def __init__(self, g: nn.Module, a: nn.Module, b: nn.Module):
        self.g, self.a, self.b = g, a, b
        self.opt_g = torch.optim.Adam(g.parameters())
        self.opt_a = torch.optim.Adam(a.parameters())
        self.opt_b = torch.optim.Adam(b.parameters())
        self.scaler = GradScaler("cuda")

    def backward_g(self, x):
        loss = (self.a(self.g(x)) + self.b(self.g(x))).mean()
        self.scaler.scale(loss).backward()

    def differentiate(self, critic, x, fake):
        loss = (critic(x) - critic(fake.detach())).mean()
        self.scaler.scale(loss).backward()

    def backward_both(self, x):
        fake = self.g(x)
        self.differentiate(self.a, x, fake)
        self.differentiate(self.b, x, fake)

    def step(self, x):
        self.opt_g.zero_grad()
        self.backward_g(x)
        self.scaler.step(self.opt_g)
        self.scaler.update()
        self.opt_a.zero_grad()
        self.opt_b.zero_grad()
        self.backward_both(x)
        self.scaler.step(self.opt_a)
        self.scaler.update()  # finding: may change the scale before `self.scaler.step(self.opt_b)`
        self.scaler.step(self.opt_b)
        self.scaler.update()

    def step_at_once(self, x):
        self.opt_a.zero_grad()
        self.opt_b.zero_grad()
        self.backward_both(x)
        self.scaler.step(self.opt_a)
        self.scaler.step(self.opt_b)
        self.scaler.update()

    def step_one_by_one(self, x):
        fake = self.g(x)
        self.opt_a.zero_grad()
        self.differentiate(self.a, x, fake)
        self.scaler.step(self.opt_a)
        self.scaler.update()
        self.opt_b.zero_grad()
        self.differentiate(self.b, x, fake)
        self.scaler.step(self.opt_b)
        self.scaler.update()


class TwoScalers(Adversarial):
    def __init__(self, g: nn.Module, a: nn.Module, b: nn.Module):
        super().__init__(g, a, b)
        self.scaler_b = GradScaler("cuda")

    def step(self, x):
        fake = self.g(x)
        self.differentiate(self.a, x, fake)
        self.scaler_b.scale(self.b(fake).mean()).backward()
        self.scaler.step(self.opt_a)
        self.scaler.update()
        self.scaler_b.step(self.opt_b)
        self.scaler_b.update()


class Stepping:
    """Each part has a method that lets its optimizer step and updates."""

    def __init__(self, a: nn.Module, b: nn.Module):
        self.a, self.b, self.scaler = a, b, GradScaler("cuda")
        self.opt_a = torch.optim.Adam(a.parameters())
        self.opt_b = torch.optim.Adam(b.parameters())

    def apply_a(self):
        self.scaler.step(self.opt_a)
        self.scaler.update()  # finding: may change the scale before `self.scaler.step(self.opt_b)`

    def apply_b(self):
        self.scaler.step(self.opt_b)
        self.scaler.update()

    def fit(self, loader):
        for x in loader:
            self.opt_a.zero_grad()
            self.opt_b.zero_grad()
            self.scaler.scale(self.a(x).mean()).backward()
            self.scaler.scale(self.b(x).mean()).backward()
            self.apply_a()
            self.apply_b()
