import torch
import torch.nn.functional as F
from torch import nn


def train(loader, device):
    model = nn.Conv2d(3, 1, 3).to(device)
    optimizer = torch.optim.Adam(model.parameters())
    losses = {"mask": nn.BCEWithLogitsLoss()}
    for batch in loader:
        mask = batch["mask"].to(device).float()
        output = model(batch["image"].to(device))
        loss = losses["mask"](mask, output)  # finding: takes the output first
        loss = loss + losses["mask"](output, mask)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def elbo(x, recon_x, mean, log_variance):
    reconstruction = F.binary_cross_entropy(x, recon_x, reduction="sum")  # suspected: takes the output first
    reconstruction = reconstruction + F.binary_cross_entropy(recon_x, x, reduction="sum")
    return reconstruction - 0.5 * torch.sum(1 + log_variance - mean.pow(2) - log_variance.exp())
