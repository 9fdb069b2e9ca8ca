"""Gradients of what a model is given: an evaluation that attacks it, and a training on attacked batches."""

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def attacked(model, x, y):
    x = x.clone().requires_grad_(True)
    (grad,) = torch.autograd.grad(nn.functional.cross_entropy(model(x), y), x)
    return x.detach() + grad.sign()


def robust_accuracy(model, loader):
    hits = count = 0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        changed = attacked(model, x, y)
        with torch.no_grad():
            hits += (model(changed).argmax(1) == y).sum().item()
        count += len(y)
    return hits / count


def robust_loss(model, batches):
    total = 0.0
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        changed = attacked(model, x, y)
        with torch.no_grad():
            total += nn.functional.cross_entropy(model(changed), y).item()
    return total


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        loss = nn.functional.cross_entropy(model(attacked(model, x, y)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            total += (model(x).argmax(1) == y).sum().item()  # finding: waits for the GPU in each training step
    return total


net = nn.Linear(4, 2).to(device)
rows = [(torch.randn(2, 4), torch.zeros(2, dtype=torch.long))]
train(net, torch.utils.data.DataLoader(rows), torch.optim.SGD(net.parameters(), lr=0.1))
robust_accuracy(net, torch.utils.data.DataLoader(rows))
