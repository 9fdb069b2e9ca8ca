"""A graph that is made in front of a loop is the same in each pass, and the first pass changes its parameters."""

import torch
import torch.nn.functional as F
from torch import nn

value = nn.Linear(8, 1)
optimizer = torch.optim.Adam(value.parameters())


def several_epochs_of_one_rollout(rollouts):
    for x, y in rollouts:
        values = value(x)
        for _ in range(4):
            loss = F.mse_loss(values, y)
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # finding: raises, as `optimizer.step()` has changed parameters
            optimizer.step()


def detached(rollouts):
    for x, y in rollouts:
        old = value(x).detach()
        for _ in range(4):
            new = value(x)
            loss = F.mse_loss(new, y) + F.mse_loss(old, new)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def without_gradients(rollouts):
    for x, y in rollouts:
        with torch.no_grad():
            old = value(x)
        for _ in range(4):
            loss = F.mse_loss(value(x), y + old)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def one_pass(rollouts):
    for x, y in rollouts:
        values = value(x)
        for _ in range(1):
            optimizer.zero_grad()
            F.mse_loss(values, y).backward()
            optimizer.step()


def left_after_the_first(rollouts):
    for x, y in rollouts:
        values = value(x)
        while True:
            optimizer.zero_grad()
            F.mse_loss(values, y).backward()
            optimizer.step()
            break


def stepped_once(rollouts):
    for x, y in rollouts:
        values = value(x)
        optimizer.zero_grad()
        for target in y:
            F.mse_loss(values, target).backward(retain_graph=True)
        optimizer.step()


def of_another_model(rollouts):
    actor = nn.Linear(8, 1)
    steps = torch.optim.Adam(actor.parameters())
    for x, y in rollouts:
        values = value(x)
        for _ in range(4):
            loss = F.mse_loss(actor(x), y) + values.mean()
            steps.zero_grad()
            loss.backward(retain_graph=True)
            steps.step()


class Picture(nn.Module):
    """The parameter itself: nothing is computed, so there is no graph that a step could make stale."""

    def __init__(self, pixels):
        super().__init__()
        self.pixels = nn.Parameter(pixels)

    def forward(self):
        return self.pixels


def painted(pixels, wanted):
    picture = Picture(pixels)
    steps = torch.optim.Adam(picture.parameters())
    image = picture()
    for _ in range(100):
        steps.zero_grad()
        F.mse_loss(image.cos(), wanted).backward()
        steps.step()
    return image
