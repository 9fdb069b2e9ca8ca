"""A helper that fetches numbers is right; what calls it in each step waits."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def to_numpy(x):
    return x.detach().cpu().numpy()


def train(model, loader: DataLoader, optimizer, logger, device):
    model.to(device)
    for step, (images, labels) in enumerate(loader):
        loss = nn.functional.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for name, value in model.named_parameters():
            logger.histogram(name, to_numpy(value), step)  # finding: `to_numpy(value)` waits for the GPU in each
            logger.histogram(name + "/grad", to_numpy(value.grad), step)  # finding: waits for the GPU in each training
        logger.images("images", to_numpy(images), step)
        if step % 100 == 0:
            logger.histogram("loss", to_numpy(loss), step)


def evaluate(model, loader, device):
    found = []
    with torch.no_grad():
        for images, _ in loader:
            found.append(to_numpy(model(images.to(device))))
    return found


def main(loader: DataLoader, held_out: DataLoader, logger):
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 2))
    train(model, loader, torch.optim.SGD(model.parameters(), lr=0.1), logger, "cuda")
    return evaluate(model, held_out, "cuda")
