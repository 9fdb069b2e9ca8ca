"""Losses whose padding is set to 0 before the mean."""

import torch
import torch.nn.functional as F
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def forward(self, states, actions, is_pad):
        errors = F.l1_loss(self.net(states), actions, reduction="none")
        return (errors * ~is_pad.unsqueeze(-1)).mean()  # finding: counts the padding that `is_pad` sets to 0

    def by_count(self, states, actions, is_pad):
        errors = F.l1_loss(self.net(states), actions, reduction="none")
        kept = (~is_pad).unsqueeze(-1).expand_as(errors)
        return (errors * kept).sum() / kept.sum()

    def squared(self, states, actions, batch):
        errors = (self.net(states) - actions) ** 2
        return torch.mean(errors * batch["attention_mask"].unsqueeze(-1))  # finding: `attention_mask` sets to 0

    def rescaled(self, states, actions, is_pad):
        errors = F.l1_loss(self.net(states), actions, reduction="none")
        kept = (~is_pad).unsqueeze(-1)
        share = kept.float().mean()
        mean = (errors * ~is_pad.unsqueeze(-1)).mean()
        return mean / share, (errors * ~is_pad.unsqueeze(-1)).mean() * is_pad.numel() / kept.sum()

    def scaled(self, states, actions, is_pad):
        errors = F.l1_loss(self.net(states), actions, reduction="none")
        return 0.5 * (errors * ~is_pad.unsqueeze(-1)).mean()  # finding: counts the padding that `is_pad` sets to 0

    def by_weight(self, states, actions, pad_weight):
        return (F.mse_loss(self.net(states), actions, reduction="none") * pad_weight).mean()

    def weighted(self, states, actions, weights):
        return (F.mse_loss(self.net(states), actions, reduction="none") * weights).mean()

    def states_only(self, states, padding_mask):
        return (self.net(states) * padding_mask.unsqueeze(-1)).mean()

    def of_each(self, states, actions, is_pad):
        errors = F.l1_loss(self.net(states), actions, reduction="none")
        return (errors * ~is_pad.unsqueeze(-1)).mean(dim=-1)

    def by_a_criterion(self, states, actions, is_pad):
        loss_of = torch.nn.MSELoss(reduction="none")
        return (loss_of(self.net(states), actions) * ~is_pad.unsqueeze(-1)).mean()  # finding: counts the padding


def of_next_tokens(logits, labels, mask):
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), reduction="none")
    mask = mask[:, 1:].contiguous()
    loss = loss * mask.reshape(-1)
    return loss.mean()  # suspected: counts the padding that `mask` sets to 0


def of_next_tokens_by_count(logits, labels, mask):
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), reduction="none")
    mask = mask[:, 1:].reshape(-1)
    return (loss * mask).sum() / mask.sum()


def of_confident_samples(logits, labels, threshold):
    """A loss of fewer samples is meant to be smaller."""
    mask = logits.softmax(-1).amax(-1) > threshold
    return (F.cross_entropy(logits, labels, reduction="none") * mask).mean()


policy = Policy()
print(policy(torch.rand(2, 3, 4), torch.rand(2, 3, 2), torch.tensor([[False, False, True], [False, True, True]])))
