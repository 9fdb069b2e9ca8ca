"""What an `if` asks of one selection holds for all that the same mask selects or counts."""

import torch
from torch import nn


class Focal(nn.Module):
    def forward(self, scores: torch.Tensor, target):
        chosen = target.eq(1)
        others = target.lt(1)
        found = scores.sigmoid()[chosen]
        loss = -found.log().sum()
        count = chosen.float().sum()
        if found.nelement() == 0:
            return -(1 - scores.sigmoid()[others]).log().sum()
        return loss / count


class AskedOfOthers(nn.Module):
    def forward(self, scores: torch.Tensor, target):
        chosen = target.eq(1)
        others = target.lt(1)
        rest = scores.sigmoid()[others]
        count = chosen.float().sum()
        loss = -scores.sigmoid()[chosen].log().sum()
        if rest.nelement() == 0:
            return loss
        return loss / count  # suspected: `count` can be 0


class Counted(nn.Module):
    def forward(self, scores: torch.Tensor, target):
        chosen = target > 0
        count = chosen.sum()
        if count == 0:
            return scores.sum() * 0
        return scores.sigmoid()[chosen].mean()
