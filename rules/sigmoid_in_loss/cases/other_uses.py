"""Sigmoids that reach no logarithm: metrics, thresholds, dice, focal weights, boxes, regression, distillation."""

import torch
import torch.nn as nn
import torch.nn.functional as F

criterion = nn.BCEWithLogitsLoss()


def dice_loss(p, y, smooth=1.0):
    inter = (p * y).sum()
    return 1 - (2 * inter + smooth) / (p.sum() + y.sum() + smooth)


def segmentation(model: nn.Module, images, masks):
    logits = model(images)
    loss = criterion(logits.squeeze(1), masks.float())
    loss += dice_loss(torch.sigmoid(logits.squeeze(1)), masks.float())
    return loss


def focal(logits, y, gamma=2.0):
    """The sigmoid weighs the loss; the logarithm is taken of the logits."""
    p = logits.sigmoid()
    ce = F.binary_cross_entropy_with_logits(logits, y, reduction="none")
    p_t = p * y + (1 - p) * (1 - y)
    return (ce * (1 - p_t) ** gamma).mean()


def scores_beside_loss(logits, y):
    """Returns probabilities for the log file next to a loss of the logits."""
    return criterion(logits, y.float()), torch.sigmoid(logits)


@torch.no_grad()
def accuracy(model, loader):
    right = 0
    for x, y in loader:
        right += ((torch.sigmoid(model(x)) > 0.5) == y).sum().item()
    return right


def predict(model, image, threshold=0.5):
    return (F.sigmoid(model(image)) > threshold).float()


def boxes(head, features, target):
    return F.l1_loss(head(features).sigmoid(), target)


def regression(x, y):
    model = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
    return nn.MSELoss()(model(x), y) + nn.SmoothL1Loss()(model(x), y)


def ratio(x, y):
    """A logarithm of something else next to a sigmoid."""
    p = torch.sigmoid(x)
    return p.mean() * torch.log(y + 1).mean()


def distill(student, teacher, x):
    """The sigmoid is on the target's side."""
    with torch.no_grad():
        soft = torch.sigmoid(teacher(x))
    return criterion(student(x), soft)


def soft_target(p, teacher_logits):
    """What `p` is nobody says; the target went through a sigmoid, as a target may."""
    return F.binary_cross_entropy(p, torch.sigmoid(teacher_logits))


def never_called(x):
    unused = nn.BCELoss()
    return torch.sigmoid(x).mean(), unused


def numpy_like(xp, x):
    """Neither name is torch's."""
    return xp.log(xp.sigmoid(x))
