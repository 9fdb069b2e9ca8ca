"""The decoder's sigmoid reaches the loss through three methods and as one position of a tuple."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self, pixels=64, latent=4):
        super().__init__()
        self.pixels = pixels
        self.enc = nn.Linear(pixels, 32)
        self.mu = nn.Linear(32, latent)
        self.log_var = nn.Linear(32, latent)
        self.dec = nn.Linear(latent, 32)
        self.out = nn.Linear(32, pixels)

    def encode(self, x):
        h = F.relu(self.enc(x))
        return self.mu(h), self.log_var(h)

    def reparameterize(self, mu, log_var):
        std = torch.exp(0.5 * log_var)
        return mu + std * torch.randn_like(std)

    def decode(self, z):
        h = F.relu(self.dec(z))
        return torch.sigmoid(self.out(h))

    def forward(self, x):
        mu, log_var = self.encode(x.view(-1, self.pixels))
        z = self.reparameterize(mu, log_var)
        return self.decode(z), mu, log_var


def elbo(recon, x, mu, log_var):
    """Called with the model's outputs only."""
    bce = F.binary_cross_entropy(recon, x.view(recon.shape), reduction="sum")  # finding: sigmoid
    kl = -0.5 * torch.sum(1 + log_var - mu.pow(2) - log_var.exp())
    return bce + kl


def train(loader):
    model = VAE()
    optimizer = torch.optim.Adam(model.parameters())
    for x, _ in loader:
        recon, mu, log_var = model(x)
        loss = elbo(recon, x, mu, log_var)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def squared(x):
    """The same output under a loss without a logarithm."""
    recon, mu, log_var = VAE()(x)
    kl = -0.5 * torch.sum(1 + log_var - mu.pow(2) - log_var.exp())
    return F.mse_loss(recon, x.view(recon.shape)) + kl


class LogitAutoencoder(nn.Module):
    """Decodes to logits and leaves the sigmoid to the loss."""

    def __init__(self, pixels=64, latent=4):
        super().__init__()
        self.enc = nn.Linear(pixels, latent)
        self.out = nn.Linear(latent, pixels)

    def decode(self, z):
        return self.out(z)

    def forward(self, x):
        code = self.enc(x)
        return self.decode(code), code

    def sample(self, z):
        return torch.sigmoid(self.decode(z))


def stable(x):
    recon, code = LogitAutoencoder()(x)
    return F.binary_cross_entropy_with_logits(recon, x) + 0.01 * code.pow(2).sum()
