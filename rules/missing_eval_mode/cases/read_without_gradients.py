"""What is computed of an output without gradients is read like the output itself, and may be a target of a loss."""

import torch
import torch.nn.functional as F
from elsewhere import read_rows
from torch import nn

net = nn.Sequential(nn.Linear(6, 12), nn.Dropout(0.2), nn.Linear(12, 6))
optimizer = torch.optim.Adam(net.parameters())
rows, held_out = read_rows("train"), read_rows("held_out")


def error_of(model):
    total = 0.0
    with torch.no_grad():
        for x, y in held_out:
            total += F.l1_loss(model(x), y).item()  # finding: `model` is evaluated in train mode
    return total


def spread_of(model):
    with torch.inference_mode():
        return [(model(x) - y).abs().mean().item() for x, y in held_out]  # finding: `model` is evaluated in train mode


def soft_targets(model, x):
    with torch.no_grad():
        return torch.softmax(model(x) / 2, dim=1)


def centred(model, x):
    with torch.no_grad():
        out = model(x)
        out = out - out.mean(0)
    return out


for _ in range(5):
    for x, y in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y) + F.kl_div(net(x).log_softmax(1), soft_targets(net, x + 0.1))
        loss = loss + (centred(net, x) * net(x)).mean()
        loss.backward()
        optimizer.step()
    print(error_of(net), spread_of(net))
