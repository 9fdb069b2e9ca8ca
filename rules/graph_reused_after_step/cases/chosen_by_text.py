"""A loss module that hands its arguments on to one of its methods, chosen by a text; the judge's part detaches them."""

import torch
import torch.nn.functional as F
from torch import nn


class Detaching(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Linear(8, 1)

    def forward(self, real, made, mode="generator"):
        real = real.float()
        made = made.float()
        if mode == "generator":
            return self.of_generator(real, made)
        elif mode == "critic":
            return self.of_critic(real, made)
        else:
            raise ValueError(mode)

    def of_generator(self, real, made):
        return F.mse_loss(made, real) - self.critic(made).mean()

    def of_critic(self, real, made):
        real = real.detach().requires_grad_(True)
        judged = (self.critic(made.detach()) - self.critic(real)).mean()
        return judged + torch.zeros((), device=made.device)


class Attached(Detaching):
    def of_critic(self, real, made):
        return (self.critic(made) - self.critic(real)).mean()


def detached(batches):
    generator, losses = nn.Linear(8, 8), Detaching()
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_c = torch.optim.Adam(losses.critic.parameters())
    for x in batches:
        made = generator(x)
        optimizer_g.zero_grad()
        loss = losses(x, made, mode="generator")
        loss.backward()
        optimizer_g.step()
        optimizer_c.zero_grad()
        loss_c = losses(x, made, mode="critic")
        loss_c.backward()
        optimizer_c.step()


def attached(batches):
    generator, losses = nn.Linear(8, 8), Attached()
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_c = torch.optim.Adam(losses.critic.parameters())
    for x in batches:
        made = generator(x)
        optimizer_g.zero_grad()
        loss = losses(x, made, mode="generator")
        loss.backward(retain_graph=True)
        optimizer_g.step()
        optimizer_c.zero_grad()
        loss_c = losses(x, made, mode="critic")
        loss_c.backward()  # finding: raises, as `optimizer_g.step()` has changed parameters that its graph needs
        optimizer_c.step()


def by_accelerate(batches, accelerator):
    generator, losses = nn.Linear(8, 8), Detaching()
    optimizer_g = torch.optim.Adam(generator.parameters())
    for x in batches:
        made = generator(x)
        optimizer_g.zero_grad()
        accelerator.backward(losses(x, made))
        optimizer_g.step()
        loss_c = losses(x, made, "critic")
        accelerator.backward(loss_c)
