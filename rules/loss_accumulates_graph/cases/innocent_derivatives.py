"""Sums over the coordinates of one point, and over the parts of one batch: one graph, however long the sum."""

import torch
from torch import nn

field = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
critic = nn.Linear(4, 2)
optimizer = torch.optim.Adam([*field.parameters(), *critic.parameters()])


def slope(values, points):
    (found,) = torch.autograd.grad(values, points, torch.ones_like(values), create_graph=True)
    return found


def laplacian(values, points):
    """A second derivative for each coordinate; printed here, differentiated elsewhere."""
    first = slope(values, points)
    total = 0.0
    for axis in range(first.shape[-1]):
        along = first[:, axis]
        total += torch.autograd.grad(along, points, torch.ones_like(along), create_graph=True)[0][:, axis]
    return total


def fit(points, wanted):
    points = points.requires_grad_()
    for step in range(100):
        values = field(points)
        loss = (values - wanted).square().mean()
        if step % 10 == 0:
            print(laplacian(values, points).mean().item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def targets_from_behind(rewards, states):
    """Each return needs the next one; only numbers are kept."""
    values = critic(states).max(1).values
    following = values[-1].detach()
    targets = []
    for i in reversed(range(len(rewards))):
        following = rewards[i] + 0.9 * following
        targets.append(following.item())
        following = 0.5 * (following - values[i]) + values[i].detach()
    targets = torch.tensor(targets[::-1])
    loss = (values - targets).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def critic_step(states):
    targets_from_behind([1.0, 0.0, 1.0], states)
    targets_from_behind([0.0, 0.0, 1.0], states.flip(0))


def main():
    fit(torch.rand(8, 3), torch.rand(8, 1))
    for _ in range(10):
        critic_step(torch.rand(3, 4))


if __name__ == "__main__":
    main()
