"""Sigmoids that are not what reaches the loss: gates, focal weights, dice, metrics, targets."""

import torch
import torch.nn as nn
import torch.nn.functional as F

criterion = nn.BCEWithLogitsLoss()


class SqueezeExcite(nn.Module):
    def __init__(self, channels=8):
        super().__init__()
        self.fc = nn.Sequential(nn.Linear(channels, 2), nn.ReLU(), nn.Linear(2, channels), nn.Sigmoid())

    def forward(self, x):
        return x * self.fc(x.mean((2, 3)))[:, :, None, None]


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 8, 3, padding=1)
        self.gate = SqueezeExcite()
        self.head = nn.Conv2d(8, 1, 1)

    def forward(self, image):
        return self.head(self.gate(self.body(image)))


class GatedUnit(nn.Module):
    """A sigmoid times something: not a probability any more."""

    def __init__(self):
        super().__init__()
        self.value, self.gate = nn.Linear(8, 1), nn.Linear(8, 1)

    def forward(self, x):
        return self.value(x) * torch.sigmoid(self.gate(x))


def dice(p, y):
    return 1 - 2 * (p * y).sum() / (p.sum() + y.sum() + 1e-6)


def segmentation(images, masks):
    model = Segmenter()
    predicted = model(images)
    loss = criterion(predicted.squeeze(1), masks.float())
    loss += dice(torch.sigmoid(predicted.squeeze(1)), masks.float())
    return loss


def gated(x, y):
    return criterion(GatedUnit()(x), y)


def focal(inputs, targets, alpha=0.25, gamma=2.0):
    p = inputs.sigmoid()
    ce = F.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    p_t = p * targets + (1 - p) * (1 - targets)
    weight = alpha * targets + (1 - alpha) * (1 - targets)
    return (weight * ce * (1 - p_t) ** gamma).mean()


def weighted(logits, y):
    """The sigmoid is in the weight, not in the input."""
    return F.binary_cross_entropy_with_logits(logits, y, weight=(1 - torch.sigmoid(logits)).detach())


def distill(student, teacher, x):
    with torch.no_grad():
        soft = torch.sigmoid(teacher(x))
    return F.binary_cross_entropy_with_logits(student(x), soft)


def target_by_keyword(z, other):
    return F.binary_cross_entropy_with_logits(target=torch.sigmoid(other), input=z)


def pair_of_losses(z, y):
    """Probabilities to the loss that takes them, logits to the one that takes those."""
    p = torch.sigmoid(z)
    return F.binary_cross_entropy(p, y) + F.binary_cross_entropy_with_logits(z, y)


@torch.no_grad()
def evaluate(model, loader):
    right, total = 0, 0.0
    for x, y in loader:
        logits = model(x)
        total += criterion(logits, y).item()
        right += ((torch.sigmoid(logits) > 0.5) == y.bool()).sum().item()
    return total, right


def regression(x, y):
    model = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
    return F.mse_loss(model(x), y)


def rebound(z, y):
    out = torch.sigmoid(z)
    guess = out.round()
    out = z
    return criterion(out, y), guess


def back_to_logits(p, y):
    return criterion(torch.logit(torch.sigmoid(p), eps=1e-6), y)


def scaled(z, y, scale):
    """A score between -scale and scale."""
    return criterion((torch.sigmoid(z) - 0.5) * scale, y)


def never_called(z):
    unused = nn.BCEWithLogitsLoss()
    return torch.sigmoid(z), unused
