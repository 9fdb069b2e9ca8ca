"""Graphs that grow because nothing was detached, and those that are long, longer each time, or kept on purpose."""

import torch
from torch import nn


def train(model, loss_of, steps=20, retain=False):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        loss_of(step).backward(retain_graph=retain)
        optimizer.step()


def of_longer_and_longer_sequences():
    cell = nn.RNNCell(4, 4)

    def loss_of(step):
        state = torch.zeros(2, 4)
        for _ in range(step + 1):
            state = cell(torch.ones(2, 4), state)
        return state.square().mean()

    train(cell, loss_of)


def of_a_part_that_is_kept():
    model, angle = nn.Linear(4, 1), torch.ones(4, requires_grad=True)
    once = angle.sin() * angle.cos()  # the same part in each graph
    train(model, lambda step: model(once).square().sum(), retain=True)


def of_two_losses():
    generator, critic = nn.Linear(4, 4), nn.Linear(4, 1)
    both = torch.optim.SGD([*generator.parameters(), *critic.parameters()], lr=0.01)
    for _ in range(20):
        made = generator(torch.ones(8, 4))
        critic(made.detach()).mean().backward()
        both.zero_grad()
        (-critic(made)).mean().backward()
        both.step()


def of_a_state_that_is_detached():
    cell, state = nn.RNNCell(4, 4), torch.zeros(2, 4)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.01)
    for _ in range(20):
        optimizer.zero_grad()
        for _ in range(4):
            state = cell(torch.ones(2, 4), state)
        state.square().mean().backward()
        optimizer.step()
        state = state.detach()


def of_all_losses_so_far():
    scale, total = nn.Parameter(torch.ones(())), torch.zeros(())
    optimizer = torch.optim.SGD([scale], lr=0.001)
    for _ in range(20):
        optimizer.zero_grad()
        total = total + (scale * torch.ones(4)).sum()
        total.backward(retain_graph=True)  # finding: each backward goes through the graphs of earlier steps
        optimizer.step()


of_longer_and_longer_sequences()
of_a_part_that_is_kept()
of_two_losses()
of_a_state_that_is_detached()
of_all_losses_so_far()
