"""A VAE, and a diffusion model on its latents: reparameterisation, an average of the weights, ancestral sampling."""

import copy

import torch
from torch import nn
from torch.nn import functional as F


class VAE(nn.Module):
    def __init__(self, dim=16, latent=4):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim, 32), nn.ReLU())
        self.fc_mu, self.fc_logvar = nn.Linear(32, latent), nn.Linear(32, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, 32), nn.ReLU(), nn.Linear(32, dim))

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.fc_mu(h), self.fc_logvar(h)
        z = mu + torch.exp(0.5 * logvar) * torch.randn_like(mu)
        return self.decoder(z), mu, logvar  # confirmed by tuple-output


class Denoiser(nn.Module):
    def __init__(self, latent=4, timesteps=8):
        super().__init__()
        self.time = nn.Embedding(timesteps, 16)
        self.net = nn.Sequential(nn.Linear(latent + 16, 32), nn.SiLU(), nn.Dropout(0.1), nn.Linear(32, latent))

    def forward(self, x, t):
        return self.net(torch.cat([x, self.time(t)], dim=1))


class EMA:
    """An exponential average of a model's weights."""

    def __init__(self, model, decay=0.9):
        self.shadow = [p.detach().clone() for p in model.parameters()]
        self.drift = 0.0
        self.decay = decay

    def update(self, model):
        for i, p in enumerate(model.parameters()):
            self.shadow[i] = self.decay * self.shadow[i] + (1 - self.decay) * p  # confirmed by loss-accumulates-graph
        self.drift += (self.shadow[0] - next(model.parameters()).detach()).norm().item()  # refuted(retained_graph)

    def copy_to(self, model):
        for kept, p in zip(self.shadow, model.parameters()):
            p.data.copy_(kept)


def make_data(n):
    t = torch.rand(n, 1) * 6.28
    return torch.cat([torch.sin(t + phase / 3) for phase in range(16)], dim=1) + 0.05 * torch.randn(n, 16)


def train_vae(vae, data, steps=12, beta=0.1):
    optimizer = torch.optim.Adam(vae.parameters(), lr=5e-3)
    totals = {"reconstruction": 0.0, "kl": 0.0}
    trace = []
    for step in range(steps):
        batch = data[step * 16 % 128 :][:16]
        output, mu, logvar = vae(batch)
        reconstruction = F.mse_loss(output, batch)
        kl = -0.5 * torch.mean(1 + logvar - mu.pow(2) - logvar.exp())
        loss = reconstruction + beta * kl
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        totals["reconstruction"] += reconstruction.item()  # refuted(retained_graph): no graph # refuted(blocked_time): on the CPU
        totals["kl"] += kl  # confirmed by loss-accumulates-graph
        trace.append((step, loss))  # confirmed by list-accumulates-graph: nodes only
    print("vae", totals["reconstruction"] / steps, totals["kl"].item() / steps, trace[-1][1].item())


def train_diffusion(model, ema, latents, alphas, steps=12):
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    per_timestep = torch.zeros(len(alphas))
    norm = 0.0
    for _ in range(steps):
        t = torch.randint(0, len(alphas), (32,))
        noise = torch.randn(32, 4)
        noisy = alphas[t].sqrt()[:, None] * latents[:32] + (1 - alphas[t]).sqrt()[:, None] * noise
        predicted = model(noisy, t)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
        errors = (predicted - noise).pow(2).mean(dim=1)
        optimizer.zero_grad()
        errors.mean().backward()
        optimizer.step()  # refuted(stale_gradients)
        ema.update(model)
        per_timestep = per_timestep.index_add(0, t, errors.detach())  # refuted(retained_graph): no graph
        norm += predicted.norm(dim=1).mean()  # confirmed by loss-accumulates-graph
    return per_timestep.sum().item() / steps, norm.item() / steps


def sample(model, alphas, keep_gradients=False):
    model.eval()
    x, frames = torch.randn(8, 4), []
    for i in reversed(range(len(alphas))):
        t = torch.full((8,), i)
        with torch.set_grad_enabled(keep_gradients):
            predicted = model(x, t)  # refuted(eval_mode): in eval mode # refuted(held_activations): gradients are off
        x = (x - (1 - alphas[i]).sqrt() * predicted) / alphas[i].sqrt()  # refuted(retained_graph): no graph
        frames.append(x)  # refuted(retained_graph): no graph
    return x, torch.stack(frames).std().item()


def preview(model, alphas):
    """Denoises step by step; the graph of all steps hangs on the last one."""
    x = torch.randn(4, 4)
    for i in reversed(range(len(alphas))):
        predicted = model(x, torch.full((4,), i))  # confirmed by eval-without-no-grad # confirmed by missing-eval-mode: 1 dropout
        x = x - 0.1 * predicted  # confirmed by loss-accumulates-graph: activations
    return x.norm().item()


torch.manual_seed(2)
data, alphas = make_data(128), torch.linspace(0.98, 0.3, 8)
vae, denoiser = VAE(), Denoiser()
train_vae(vae, data)
with torch.no_grad():
    latents = vae.fc_mu(vae.encoder(data))
ema = EMA(denoiser)
print("diffusion", train_diffusion(denoiser, ema, latents, alphas), "drift", ema.drift)
averaged = copy.deepcopy(denoiser)
ema.copy_to(averaged)
samples, spread = sample(averaged, alphas)
print("samples", samples.mean().item(), spread, "preview", preview(denoiser, alphas))
