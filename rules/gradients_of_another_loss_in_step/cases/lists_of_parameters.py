"""Optimizers over lists that statements put together, of several parts of a model."""

import torch
from diffusers import UNet2DConditionModel
from torch import nn


class Painter(nn.Module):
    def __init__(self):
        super().__init__()
        self.sketch = nn.Sequential(nn.Linear(8, 8))
        self.colour = nn.Sequential(nn.Linear(8, 8))
        self.finish = UNet2DConditionModel.from_pretrained("some/finish")

    def forward(self, noise):
        return self.finish(self.colour(self.sketch(noise)))


def appended(loader):
    painter, critic = Painter(), nn.Sequential(nn.Linear(8, 1))
    layers = []
    for name, parameter in painter.sketch.named_parameters():
        if "bias" not in name:
            layers.append(parameter)
    layers += list(painter.colour.parameters())
    optimizer = torch.optim.AdamW(layers, lr=1e-4)
    optimizer_critic = torch.optim.AdamW(critic.parameters(), lr=1e-4)
    for noise, real in loader:
        painted = painter(noise)
        critic(painted).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        loss = critic(painted.detach()).mean() - critic(real).mean()
        loss.backward()  # finding: `loss.backward()` adds to the gradients that `critic(painted).mean().backward()`
        optimizer_critic.step()
        optimizer_critic.zero_grad()


def added_and_extended(loader):
    painter, critic = Painter(), nn.Sequential(nn.Linear(8, 1))
    layers = list(painter.sketch.parameters())
    layers = layers + list(painter.finish.decoder.first.parameters()) + list(painter.finish.decoder.last.parameters())
    layers.extend(painter.colour.parameters())
    optimizer = torch.optim.AdamW(layers, lr=1e-4)
    optimizer_critic = torch.optim.AdamW(critic.parameters(), lr=1e-4)
    for noise, real in loader:
        painted = painter(noise)
        critic(painted).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        loss = critic(painted.detach()).mean() - critic(real).mean()
        loss.backward()  # finding: `loss.backward()` adds to the gradients that `critic(painted).mean().backward()`
        optimizer_critic.step()
        optimizer_critic.zero_grad()


def cleared(loader):
    painter, critic = Painter(), nn.Sequential(nn.Linear(8, 1))
    layers = list(painter.sketch.parameters())
    layers += list(painter.colour.parameters())
    optimizer = torch.optim.AdamW(layers, lr=1e-4)
    optimizer_critic = torch.optim.AdamW(critic.parameters(), lr=1e-4)
    for noise, real in loader:
        painted = painter(noise)
        critic(painted).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        optimizer_critic.zero_grad()
        loss = critic(painted.detach()).mean() - critic(real).mean()
        loss.backward()
        optimizer_critic.step()


def both_in_one(loader):
    """The critic is among what the first optimizer has: it is one loss for both."""
    painter, critic = Painter(), nn.Sequential(nn.Linear(8, 1))
    layers = list(painter.sketch.parameters())
    layers += list(critic.parameters())
    optimizer = torch.optim.AdamW(layers, lr=1e-4)
    optimizer_colour = torch.optim.AdamW(painter.colour.parameters(), lr=1e-4)
    for noise, _ in loader:
        critic(painter(noise)).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        optimizer_colour.step()
        optimizer_colour.zero_grad()
