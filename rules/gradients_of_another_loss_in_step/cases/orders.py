"""Orders of two losses, as classes and functions have them."""

import torch
from torch import nn
from torch.nn import functional as F


class Trainer:
    """The gradients are cleared after each step, so that the generator's loss comes after that."""

    def __init__(self):
        self.net_g = nn.Linear(8, 2)
        self.net_d = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
        self.opt_g = torch.optim.Adam(self.net_g.parameters(), lr=1e-3)
        self.opt_d = torch.optim.Adam(self.net_d.parameters(), lr=1e-3)

    def fit(self, rounds):
        for _ in range(rounds):
            real = torch.randn(16, 2)
            fake = self.net_g(torch.randn(16, 8))
            loss_d = self.net_d(fake.detach()).mean() - self.net_d(real).mean()
            loss_d.backward()  # finding: `loss_d.backward()` adds to the gradients that `loss_g.backward()` left
            self.opt_d.step()
            self.opt_d.zero_grad()
            loss_g = -self.net_d(fake).mean()
            loss_g.backward()
            self.opt_g.step()
            self.opt_g.zero_grad()


class Careful:
    """Cleared before each backward."""

    def __init__(self):
        self.net_g = nn.Linear(8, 2)
        self.net_d = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
        self.opt_g = torch.optim.Adam(self.net_g.parameters(), lr=1e-3)
        self.opt_d = torch.optim.Adam(self.net_d.parameters(), lr=1e-3)

    def fit(self, rounds):
        for _ in range(rounds):
            real = torch.randn(16, 2)
            fake = self.net_g(torch.randn(16, 8))
            self.opt_d.zero_grad()
            loss_d = self.net_d(fake.detach()).mean() - self.net_d(real).mean()
            loss_d.backward()
            self.opt_d.step()
            self.opt_g.zero_grad()
            loss_g = -self.net_d(fake).mean()
            loss_g.backward()
            self.opt_g.step()


class Frozen:
    """The critic is frozen while the generator's loss goes through it."""

    def __init__(self):
        self.net_g = nn.Linear(8, 2)
        self.net_d = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
        self.opt_g = torch.optim.Adam(self.net_g.parameters(), lr=1e-3)
        self.opt_d = torch.optim.Adam(self.net_d.parameters(), lr=1e-3)

    def set_requires_grad(self, nets, requires_grad=False):
        if not isinstance(nets, list):
            nets = [nets]
        for net in nets:
            if net is not None:
                for parameter in net.parameters():
                    parameter.requires_grad = requires_grad

    def fit(self, rounds):
        for _ in range(rounds):
            self.opt_d.zero_grad()
            self.opt_g.zero_grad()
            real = torch.randn(16, 2)
            fake = self.net_g(torch.randn(16, 8))
            self.set_requires_grad(self.net_d, False)
            loss_g = -self.net_d(fake).mean()
            loss_g.backward()
            self.opt_g.step()
            self.set_requires_grad(self.net_d, True)
            loss_d = self.net_d(fake.detach()).mean() - self.net_d(real).mean()
            loss_d.backward()
            self.opt_d.step()


class Switched(Frozen):
    """The same by a method of the module."""

    def fit(self, rounds):
        for _ in range(rounds):
            self.opt_d.zero_grad()
            self.opt_g.zero_grad()
            real = torch.randn(16, 2)
            fake = self.net_g(torch.randn(16, 8))
            self.net_d.requires_grad_(False)
            loss_g = -self.net_d(fake).mean()
            loss_g.backward()
            self.opt_g.step()
            self.net_d.requires_grad_(True)
            loss_d = self.net_d(fake.detach()).mean() - self.net_d(real).mean()
            loss_d.backward()
            self.opt_d.step()


def train(rounds):
    encoder, head, other = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 3)
    shared = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
    second = torch.optim.SGD(other.parameters(), lr=0.1)
    for _ in range(rounds):
        shared.zero_grad()
        second.zero_grad()
        x, y, z = torch.randn(5, 4), torch.randint(2, (5,)), torch.randint(3, (5,))
        F.cross_entropy(other(encoder(x)), z).backward()  # the encoder is meant to learn from both
        second.step()
        F.cross_entropy(head(encoder(x)), y).backward()
        shared.step()


def only_the_actor(rounds):
    actor, critic = nn.Linear(4, 2), nn.Linear(2, 1)
    actor_opt = torch.optim.Adam(actor.parameters())
    critic_opt = torch.optim.Adam(critic.parameters())
    for _ in range(rounds):
        actor_opt.zero_grad()
        critic_opt.zero_grad()
        state, action, value = torch.randn(6, 4), torch.randn(6, 2), torch.randn(6, 1)
        (-critic(actor(state)).mean()).backward(inputs=list(actor.parameters()))
        actor_opt.step()
        F.mse_loss(critic(action), value).backward()
        critic_opt.step()


def one_loss(rounds):
    encoder, decoder = nn.Linear(4, 2), nn.Linear(2, 4)
    first = torch.optim.Adam(encoder.parameters())
    second = torch.optim.Adam(decoder.parameters())
    for _ in range(rounds):
        first.zero_grad()
        second.zero_grad()
        x = torch.randn(6, 4)
        F.mse_loss(decoder(encoder(x)), x).backward()
        first.step()
        second.step()


Trainer().fit(3)
Careful().fit(3)
Frozen().fit(3)
Switched().fit(3)
train(3)
only_the_actor(3)
one_loss(3)
