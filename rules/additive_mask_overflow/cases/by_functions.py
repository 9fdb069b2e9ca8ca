"""Masks and scores that other functions make, and masks that are subtracted."""

import torch
from torch.amp import GradScaler, autocast

scaler = GradScaler()


def additive(mask):
    return (1.0 - mask[:, None, None, :]) * -1e9


def least(mask, dtype):
    return (1.0 - mask[:, None, None, :]) * torch.finfo(dtype).min


class Attention:
    def scores(self, q, k):
        return q @ k.transpose(-2, -1) / 8

    def hidden(self, mask):
        return 1 - mask

    def attend(self, q, k, v, mask):
        scores = self.scores(q, k)
        scores += additive(mask)  # finding: `additive(mask)` overflows to -inf in float16
        return scores.softmax(-1) @ v

    def attend_less(self, q, k, v, mask):
        scores = self.scores(q, k)
        scores -= self.hidden(mask) * 1e8  # finding: `1e8` overflows to -inf in float16
        return scores.softmax(-1) @ v

    def attend_by_methods(self, q, k, v, mask):
        scores = self.scores(q, k)
        scores.add_(additive(mask))  # finding: `additive(mask)` overflows to -inf in float16
        return scores.softmax(-1) @ v

    def attend_to_new_scores(self, q, k, v, mask):
        scores = self.scores(q, k).add(additive(mask))
        return scores.softmax(-1) @ v

    def attend_to_least(self, q, k, v, mask):
        scores = self.scores(q, k)
        scores += least(mask, scores.dtype)
        scores -= mask * 1e4
        return scores.softmax(-1) @ v

    def nearer(self, q, k, v, mask):
        scores = self.scores(q, k)
        scores += self.hidden(mask) * 1e8  # raises what is hidden
        return scores.softmax(-1) @ v


def hidden(mask, value=1e9):
    return (mask == 0).float() * value


def hidden_little(mask, value=1e4):
    return (mask == 0).float() * value


class Pool(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.score = torch.nn.Linear(8, 1)

    def forward(self, x, mask):
        scores = self.score(x).squeeze(-1)
        scores.sub_(hidden(mask))  # finding: `hidden(mask)` overflows to -inf in float16
        near = self.score(x).squeeze(-1)
        near.sub_(hidden_little(mask))
        return (scores.softmax(-1) + near.softmax(-1)) @ x


def step(net, q, k, mask):
    with autocast("cuda"):
        return scaler.scale(net(Attention().attend(q, k, k, mask)).sum())
