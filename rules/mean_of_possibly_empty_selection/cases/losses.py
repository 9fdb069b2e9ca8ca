"""Losses are means, too, unless told otherwise; and what is called a mask may hold nothing."""

import lightning
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)
criterion = nn.MSELoss()
summed = nn.MSELoss(reduction="sum")


def tags(x, y, ignored):
    out = net(x)
    kept = y != ignored
    loss = F.cross_entropy(out[kept], y[kept])  # finding: `out[kept]` can be empty
    loss = loss + criterion(out[y > 0], x[y > 0, :3])  # finding: can be empty
    loss = loss + F.l1_loss(out[y > 1], x[y > 1, :3], reduction="mean")  # finding: can be empty
    loss.backward()


def of_each_code(x, codes, mask):
    logits = net(x)
    loss = torch.zeros(())
    for k in range(codes.shape[1]):
        chosen = mask[:, k].contiguous().view(-1)
        loss = loss + F.cross_entropy(logits[:, k].view(-1, 3)[chosen], codes[:, k][chosen])  # suspected: can be empty
    loss.backward()


def of_removed_patches(x, images, mask):
    loss = (net(x) - images).pow(2).mean(dim=-1)
    loss = (loss * mask).sum() / mask.sum()  # suspected: `mask.sum()` can be 0
    loss.backward()


def of_nothing_is_0_or_a_tensor(x, y, weights, indices, mask):
    out = net(x)
    kept = y >= 0
    loss = F.cross_entropy(out[kept], y[kept], reduction="sum") / kept.sum().clamp(min=1)
    loss = loss + summed(out[kept], x[kept, :3]) + F.mse_loss(out[kept], x[kept, :3], reduction="none").sum()
    loss = loss + F.cross_entropy(out[indices], y[indices]) + F.cross_entropy(out[:2], y[:2])
    loss = loss + (out * weights).sum() / weights.sum() + (out * mask).sum() / (mask.sum() + 1e-6)
    loss.backward()


def looked_at(x, y):
    kept = y >= 0
    if not kept.any():
        return
    F.cross_entropy(net(x)[kept], y[kept]).backward()


@torch.no_grad()
def evaluated(x, y):
    return F.cross_entropy(net(x)[y >= 0], y[y >= 0])


class Tagger(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 3)

    def training_step(self, batch, index):
        return self.loss_of(self.describe(batch), batch["y"], batch["y"] >= 0)

    def validation_step(self, batch, index):
        self.log("error", self.error_of(self.describe(batch), batch["y"], batch["y"] >= 0))

    def loss_of(self, logits, labels, mask):
        return F.cross_entropy(logits[mask], labels[mask])  # suspected: `logits[mask]` can be empty

    def error_of(self, logits, labels, mask):
        return F.cross_entropy(logits[mask], labels[mask])


class Depth(nn.Module):
    def forward(self, predicted, target, mask):
        mask = mask.detach()
        off = predicted[mask].log() - target[mask].log()
        return off.pow(2).mean()  # suspected: can be empty, which makes the loss NaN
