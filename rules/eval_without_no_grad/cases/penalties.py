"""Gradients of a model's output that a loss asks for, by position or by name."""

import torch
from torch import autograd


def gradient_penalty(discriminator, real, fake, share):
    mixed = autograd.Variable(share * real + (1 - share) * fake, requires_grad=True)
    scores = discriminator(mixed)
    slopes = autograd.grad(outputs=scores, inputs=mixed, grad_outputs=torch.ones_like(scores), create_graph=True)[0]
    return ((slopes.norm(2, dim=1) - 1) ** 2).mean()


def r1(discriminator, real):
    real.requires_grad_()
    scores = discriminator(real)
    (slopes,) = torch.autograd.grad(scores.sum(), real, create_graph=True)
    return slopes.square().mean()


def of_both(discriminator, real, fake):
    loss = discriminator(fake).mean() - discriminator(real).mean()
    autograd.backward(tensors=[loss])


def only_measured(discriminator, rows):
    right = 0
    for real, _ in rows:
        scores = discriminator(real)  # suspected: is evaluated with gradients enabled
        right += (scores > 0).sum().item()
    return right
