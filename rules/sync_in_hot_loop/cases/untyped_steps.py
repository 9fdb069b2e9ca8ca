"""Nobody says what is gone through, but each pass unpacks a batch, differentiates and steps."""

import lightning
import torch
import torch.nn.functional as F
from torch import nn

device = torch.device("cuda")


def fit(net, optimizer, pairs):
    net.to(device)
    for images, labels in pairs:
        loss = F.cross_entropy(net(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        squares = 0.0
        for weight in net.parameters():
            squares += weight.grad.detach().norm().item() ** 2  # finding: waits for the GPU in each training step;
        optimizer.step()


def fit_by_fabric(fabric: lightning.Fabric, net, optimizer, pairs):
    for tokens, following in pairs:
        with fabric.no_backward_sync(net, enabled=False):
            loss = F.cross_entropy(net(tokens), following)
            fabric.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        fabric.print(f"{loss.item():.3f}")  # finding: `loss.item()` waits for the GPU in each training step; keep


def fit_all_rows(net: nn.Module, optimizer, rows, labels):
    for number in range(100):
        loss = F.cross_entropy(net(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(number, loss.item())


def score(net, pairs):
    for images, labels in pairs:
        print(F.cross_entropy(net(images.to(device)), labels.to(device)).item())
