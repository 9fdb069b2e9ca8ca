"""Here, and nowhere else, is backward() called."""

import torch


def gradient_of(loss, images):
    return torch.autograd.grad(loss, images)[0]


def ascend(loss):
    loss.backward()


def saliency(scores):
    best = scores.max(dim=1).values
    best.sum().backward()
