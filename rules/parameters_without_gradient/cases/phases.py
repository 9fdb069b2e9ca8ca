"""Trainings in which a part of the model has its turn later, is frozen, or is trained by something else."""

import torch
from torch import nn


def alternately():
    generator, critic = nn.Linear(4, 4), nn.Linear(4, 1)
    both = torch.optim.SGD([*generator.parameters(), *critic.parameters()], lr=0.01)
    for step in range(24):
        noise = torch.randn(8, 4)
        both.zero_grad()
        if step % 6 == 0:
            loss = -critic(generator(noise)).mean()
        else:
            loss = critic(generator(noise).detach()).mean() - critic(noise).mean()
        loss.backward()
        both.step()


def with_a_frozen_trunk():
    trunk, head = nn.Linear(4, 4), nn.Linear(4, 1)
    trunk.requires_grad_(False)
    optimizer = torch.optim.Adam([*trunk.parameters(), *head.parameters()])
    for epoch in range(2):
        for _ in range(9):
            optimizer.zero_grad()
            head(trunk(torch.randn(8, 4))).square().mean().backward()
            optimizer.step()
        trunk.requires_grad_(True)


def with_an_average():
    model, average = nn.Linear(4, 1), nn.Linear(4, 1)
    optimizer = torch.optim.SGD([*model.parameters(), *average.parameters()], lr=0.01)
    for _ in range(12):
        optimizer.zero_grad()
        model(torch.randn(8, 4)).square().mean().backward()
        optimizer.step()
        with torch.no_grad():
            for mean, parameter in zip(average.parameters(), model.parameters()):
                mean.lerp_(parameter, 0.1)


def briefly():
    used, later = nn.Linear(4, 1), nn.Linear(4, 1)
    optimizer = torch.optim.SGD([*used.parameters(), *later.parameters()], lr=0.01)
    for _ in range(3):  # too few steps to say anything
        optimizer.zero_grad()
        used(torch.randn(8, 4)).square().mean().backward()
        optimizer.step()


def with_a_detached_branch():
    first, second = nn.Linear(4, 4), nn.Linear(4, 1)
    optimizer = torch.optim.AdamW([{"params": first.parameters()}, {"params": second.parameters()}])  # finding: got no gradient in 12 steps
    for _ in range(12):
        optimizer.zero_grad()
        second(first(torch.randn(8, 4)).detach()).square().mean().backward()
        optimizer.step()


alternately()
with_a_frozen_trunk()
with_an_average()
briefly()
with_a_detached_branch()
