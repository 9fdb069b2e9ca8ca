"""A generator learns where the points of a line are."""

import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2))
discriminator = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 1))
g_optimizer = torch.optim.Adam(generator.parameters())
d_optimizer = torch.optim.Adam(discriminator.parameters())
loss_function = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(32, 1), torch.zeros(32, 1)
for step in range(20):
    real = torch.rand(32, 1).expand(32, 2)
    fake = generator(torch.randn(32, 2))
    judged = discriminator(fake)  # finding: `fake` carries the graph of `generator(torch.randn(32, 2))`, so
    d_loss = loss_function(discriminator(real), ones) + loss_function(judged, zeros)
    d_optimizer.zero_grad()
    d_loss.backward()
    d_optimizer.step()

    fake = generator(torch.randn(32, 2))
    g_loss = loss_function(discriminator(fake), ones)
    g_optimizer.zero_grad()
    g_loss.backward()
    g_optimizer.step()
print(f"{d_loss.item():.3f} {g_loss.item():.3f}")
