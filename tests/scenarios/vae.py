"""A variational autoencoder on stripes: reconstruction, KL divergence, samples from the prior."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(21)
side, latent, epochs, batch_size = 8, 4, 3, 16


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(side * side, 32, bias=False), nn.BatchNorm1d(32, eps=1e-4), nn.ReLU())
        self.mu, self.logvar = nn.Linear(32, latent), nn.Linear(32, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, 32), nn.ReLU(), nn.Linear(32, side * side))

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.decoder(z), mu, logvar  # confirmed by tuple-output


def stripes(count):
    phase = torch.rand(count, 1, 1) * 6
    rows = torch.arange(side).view(1, side, 1) * torch.rand(count, 1, 1) * 2
    return (torch.sin(rows + phase).expand(count, side, side) > 0).float().reshape(count, -1)


data, held_out = stripes(96), stripes(32)
model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
kl_history, elbo = [], []
for epoch in range(epochs):
    model.train()
    train_loss, nats = 0.0, 0.0
    for x in data.split(batch_size):
        optimizer.zero_grad()
        recon, mu, logvar = model(x)  # refuted(held_activations): part of training # refuted(eval_mode): part of training
        bce = F.binary_cross_entropy_with_logits(recon, x, reduction="sum") / len(x)
        kld = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1).mean()
        loss = bce + kld
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        train_loss += loss  # confirmed by loss-accumulates-graph: nodes only
        nats += kld.detach()  # refuted(retained_graph): no graph
        kl_history.append(kld)  # confirmed by list-accumulates-graph: nodes only
    model.eval()
    with torch.no_grad():
        for x in held_out.split(batch_size):
            recon, mu, logvar = model(x)  # refuted(eval_mode): in eval mode # refuted(held_activations): gradients are off
            elbo.append(F.binary_cross_entropy_with_logits(recon, x))  # refuted(retained_graph): no graph
    print(f"epoch {epoch}: {train_loss.item():.4f} {nats.item():.4f} {elbo[-1].item():.4f}")

for _ in range(2):
    samples = model.decoder(torch.randn(32, latent))  # confirmed by eval-without-no-grad
    print("ink", samples.sigmoid().mean().item())
