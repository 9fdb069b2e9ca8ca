"""A small GAN on points of a circle, whose generator goes first."""

import math

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 2))
critic = nn.Sequential(nn.Linear(2, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))
optimizer_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
optimizer_d = torch.optim.Adam(critic.parameters(), lr=1e-3)

ones, zeros = torch.ones(256, 1), torch.zeros(256, 1)
for step in range(300):
    optimizer_g.zero_grad()
    optimizer_d.zero_grad()

    fake = generator(torch.randn(256, 8))
    loss_g = F.binary_cross_entropy_with_logits(critic(fake), ones)
    loss_g.backward()
    optimizer_g.step()

    angle = 2 * math.pi * torch.rand(256)
    real = torch.stack([angle.cos(), angle.sin()], dim=1)
    loss_real = F.binary_cross_entropy_with_logits(critic(real), ones)
    loss_fake = F.binary_cross_entropy_with_logits(critic(fake.detach()), zeros)
    loss_d = (loss_real + loss_fake) / 2
    loss_d.backward()  # finding: `loss_d.backward()` adds to the gradients that `loss_g.backward()` left
    optimizer_d.step()

radius = generator(torch.randn(1000, 8)).norm(dim=1)
print(f"radius {radius.mean():.3f}, critic's loss {loss_d.item():.3f}, of fakes {loss_fake.item():.3f}")
