"""What may stand between the sigmoid and the loss without changing what the values are."""

import torch
import torch.nn as nn
import torch.nn.functional as F

bce = nn.BCELoss()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        return torch.sigmoid(self.fc(x))


def shapes(x, y, keep):
    model = Tagger()
    a = bce(model(x).squeeze(-1), y)  # finding: sigmoid
    b = bce(model(x).view(-1), y.view(-1))  # finding: sigmoid
    c = bce(model(x)[:, 0], y[:, 0])  # finding: sigmoid
    d = bce(model(x)[keep], y[keep])  # finding: sigmoid
    e = bce(model(x).permute(1, 0).contiguous(), y.t())  # finding: sigmoid
    f = bce(torch.flatten(model(x), 0, 1), y.flatten())  # finding: sigmoid
    return a + b + c + d + e + f


def casts(x, y, device):
    model = Tagger()
    a = bce(model(x).float(), y.float())  # finding: sigmoid
    b = bce(model(x).to(device), y.to(device))  # finding: sigmoid
    c = bce(model(x).detach(), y)  # finding: sigmoid
    return a + b + c


def joined(x, y):
    """Both halves are sigmoids."""
    model = Tagger()
    both = torch.cat([model(x), model(-x)], dim=0)
    return bce(both, torch.cat([y, 1 - y]))  # finding: sigmoid


def rebound(x, y):
    """The name is the same, the value no longer is."""
    out = Tagger()(x)
    reported = out.round()
    out = Tagger().fc(x)
    return F.binary_cross_entropy_with_logits(out, y), reported


def either(x, y, deterministic):
    if deterministic:
        out = torch.sigmoid(x)
    else:
        out = torch.sigmoid(x + torch.randn_like(x))
    return bce(out, y)  # finding: sigmoid


def over_several_lines(logits, y, weight):
    apart = torch.sigmoid(logits)
    loss = F.binary_cross_entropy(  # finding: sigmoid
        apart,
        y,
        weight=weight,
    )
    together = F.binary_cross_entropy(
        torch.sigmoid(logits),  # finding: sigmoid
        y,
        weight=weight,
    )
    return loss + together
