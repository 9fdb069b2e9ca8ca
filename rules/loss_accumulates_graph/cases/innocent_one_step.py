"""Sums that live for one step: set anew in each iteration, so nothing outlives it."""

import torch
from torch import nn
from torch.nn import functional as F

generator = nn.Linear(4, 8)
critic = nn.Linear(8, 1)
teacher_heads = nn.ModuleList(nn.Linear(8, 2) for _ in range(3))
optimizer = torch.optim.Adam([*generator.parameters(), *critic.parameters()])
batches = [torch.randn(4, 8) for _ in range(5)]


def adversarial_step_sums():
    for real in batches:
        fake = generator(torch.randn(len(real), 4))
        real_loss = F.softplus(-critic(real)).mean()
        real_loss.backward()
        fake_loss = F.softplus(critic(fake.detach())).mean()
        fake_loss.backward()
        critic_loss = real_loss + fake_loss
        optimizer.step()
        optimizer.zero_grad()
        print(critic_loss.item())


def margin_added_to_this_step():
    for real in batches:
        optimizer.zero_grad()
        fake_loss = critic(generator(torch.randn(len(real), 4)).detach()).mean()
        critic_loss = critic(real).mean()
        if fake_loss.item() < 1.0:
            critic_loss += 1.0 - fake_loss
        critic_loss.backward()
        optimizer.step()


def reset_in_each_iteration():
    for real in batches:
        step_total = 0.0
        for head in teacher_heads:
            step_total += head(real).square().mean()
        print(step_total.item())


def overwritten_in_each_iteration():
    latest = 0.0
    for real in batches:
        loss = critic(real).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        latest = loss + 1.0
    print(latest)


def state_is_cut_in_each_iteration():
    cell = nn.RNNCell(8, 8)
    state = torch.zeros(4, 8)
    for real in batches:
        state = state.detach()
        state = cell(real, state)
        loss = state.square().mean()
        loss.backward()


class Statistics:
    def __init__(self):
        self.penalty = 0.0

    def step(self, real):
        self.penalty = 0.0
        for head in teacher_heads:
            self.penalty += head(real).abs().mean()
        loss = critic(real).mean() + self.penalty
        loss.backward()
        return loss.item()


if __name__ == "__main__":
    adversarial_step_sums()
    margin_added_to_this_step()
    reset_in_each_iteration()
    overwritten_in_each_iteration()
    state_is_cut_in_each_iteration()
    print(sum(Statistics().step(real) for real in batches))
