"""A small GAN on a ring of Gaussians: two networks, two optimizers."""

import math

import torch
from torch import nn

torch.manual_seed(1)
latent_dim, batch_size, steps = 8, 32, 12


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(latent_dim, 32, bias=False), nn.BatchNorm1d(32), nn.LeakyReLU(0.2), nn.Linear(32, 2)
        )

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Dropout(0.2))
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        return self.head(self.features(x)).view(-1)


def real_batch():
    angle = 2 * math.pi * torch.randint(0, 8, (batch_size,)) / 8
    return torch.stack([angle.cos(), angle.sin()], dim=1) + 0.05 * torch.randn(batch_size, 2)


netG, netD = Generator(), Discriminator()
optimizerG = torch.optim.Adam(netG.parameters(), lr=2e-3, betas=(0.5, 0.999))
optimizerD = torch.optim.Adam(netD.parameters(), lr=2e-3, betas=(0.5, 0.999))
criterion = nn.BCEWithLogitsLoss()
fixed_noise = torch.randn(64, latent_dim)

G_losses, D_losses, samples, drift, D_x = [], [], [], [], 0.0
for step in range(steps):
    # discriminator: real up, fake down
    netD.zero_grad()
    real = real_batch()
    output = netD(real)
    errD = criterion(output, torch.ones(batch_size))
    D_x += output.mean()  # confirmed by loss-accumulates-graph
    fake = netG(torch.randn(batch_size, latent_dim))
    errD += criterion(netD(fake.detach()), torch.zeros(batch_size))  # refuted(retained_graph): backward ran through
    errD.backward()
    optimizerD.step()  # refuted(stale_gradients)

    # generator: the discriminator's gradients of this backward are cleared before its next step
    optimizerG.zero_grad()
    output = netD(fake)  # refuted(held_activations): part of training # refuted(eval_mode): part of training
    errG = criterion(output, torch.ones(batch_size))
    errG.backward()
    optimizerG.step()  # refuted(stale_gradients)

    G_losses.append(errG)  # confirmed by list-accumulates-graph: nodes only
    D_losses.append(errD.item())  # refuted(retained_graph): no graph
    drift.append((fake - real).pow(2).mean())  # confirmed by list-accumulates-graph
    if step % 3 == 2:
        generated = netG(fixed_noise)  # confirmed(eval_mode): running statistics changed by 4 of 4 calls # confirmed by eval-without-no-grad
        samples.append(generated.detach())  # refuted(retained_graph): no graph
        print(f"[{step}] D {D_losses[-1]:.4f} G {G_losses[-1].item():.4f} D(x) {D_x.item() / (step + 1):.4f}")

netG.eval()
with torch.no_grad():
    for _ in range(3):
        final = netG(fixed_noise)  # refuted(eval_mode): in eval mode # refuted(held_activations): gradients are off
        samples.append(final)  # refuted(retained_graph): no graph
print("spread", torch.stack(samples).std().item(), "drift", sum(drift).item() / len(drift))
