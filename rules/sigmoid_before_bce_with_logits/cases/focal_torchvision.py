"""torchvision's focal loss expects logits."""

import torch
from torchvision.ops import sigmoid_focal_loss


def wrong(z, y):
    return sigmoid_focal_loss(torch.sigmoid(z), y, alpha=0.25, reduction="mean")  # finding: sigmoid


def right(z, y):
    return sigmoid_focal_loss(z, y, alpha=0.25, reduction="mean")


class Focal(torch.nn.Module):
    """A loss of the file's own that passes its input on; only logits are given to it."""

    def forward(self, outputs, targets):
        return sigmoid_focal_loss(outputs, targets).mean()


def own(x, y):
    head = torch.nn.Linear(8, 4)
    return Focal()(head(x), y)
