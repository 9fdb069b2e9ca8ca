"""Train a variational autoencoder on binary stripes and print a few samples."""

import argparse

import torch
from torch import nn, optim
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def stripes(count: int, size: int = 8) -> TensorDataset:
    """Images of horizontal or vertical stripes."""
    lines = (torch.rand(count, size, 1) < 0.5).float().expand(count, size, size)
    upright = torch.rand(count, 1, 1) < 0.5
    return TensorDataset(torch.where(upright, lines.transpose(1, 2), lines))


class VAE(nn.Module):
    def __init__(self, pixels: int = 64, hidden: int = 48, latent: int = 8) -> None:
        super().__init__()
        self.pixels = pixels
        self.fc1 = nn.Linear(pixels, hidden)
        self.dropout = nn.Dropout(0.1)
        self.fc_mu = nn.Linear(hidden, latent)
        self.fc_logvar = nn.Linear(hidden, latent)
        self.fc3 = nn.Linear(latent, hidden)
        self.fc4 = nn.Linear(hidden, pixels)

    def encode(self, x):
        h = self.dropout(F.relu(self.fc1(x)))
        return self.fc_mu(h), self.fc_logvar(h)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + std * torch.randn_like(std)

    def decode(self, z):
        h = F.relu(self.fc3(z))
        return torch.sigmoid(self.fc4(h))

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, self.pixels))
        z = self.reparameterize(mu, logvar)
        return self.decode(z), mu, logvar


def elbo(recon, x, mu, logvar):
    """The negative evidence lower bound, summed over the batch."""
    bce = F.binary_cross_entropy(recon, x.view(recon.shape), reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld


def train(model, loader, optimizer, epochs):
    history = []
    model.train()
    for epoch in range(epochs):
        for (x,) in loader:
            recon, mu, logvar = model(x)
            loss = elbo(recon, x, mu, logvar) / len(x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss)
        print(f"epoch {epoch}: {sum(history[-len(loader) :]) / len(loader):.2f}")
        sample(model, 1)
    return history


@torch.no_grad()
def sample(model, count, latent=8):
    model.eval()
    for image in model.decode(torch.randn(count, latent)).view(count, 8, 8):
        print("\n".join("".join("#" if pixel > 0.5 else "." for pixel in row) for row in image), end="\n\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--samples", type=int, default=1)
    args = parser.parse_args()

    torch.manual_seed(0)
    model = VAE()
    loader = DataLoader(stripes(600), batch_size=50, shuffle=True)
    train(model, loader, optim.Adam(model.parameters(), lr=3e-3), args.epochs)
    sample(model, args.samples)


if __name__ == "__main__":
    main()
