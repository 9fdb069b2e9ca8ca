"""Each backward() comes before the parameters that it needs are changed, or does not need them."""

import torch
import torch.nn.functional as F
from torch import nn

from schedule import strength_of


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))

    def forward(self, x):
        return self.layers(x)


generator, critic = Net(), Net()
optimizer_g = torch.optim.Adam(generator.parameters())
optimizer_c = torch.optim.Adam(critic.parameters())


def a_new_forward(rows):
    for x, y in rows:
        fake = generator(x)
        optimizer_c.zero_grad()
        (critic(fake.detach()).mean() - critic(y).mean()).backward()
        optimizer_c.step()
        optimizer_g.zero_grad()
        (-critic(fake).mean()).backward()
        optimizer_g.step()


def both_before(rows):
    for x, y in rows:
        fake = generator(x)
        judged = critic(fake)
        optimizer_c.zero_grad()
        optimizer_g.zero_grad()
        (-judged.mean()).backward(retain_graph=True)
        F.mse_loss(judged, y).backward()
        optimizer_c.step()
        optimizer_g.step()


def apart(rows):
    for x, y in rows:
        one, other = generator(x), critic(x)
        F.mse_loss(one, y).backward()
        optimizer_g.step()
        F.mse_loss(other, y).backward()
        optimizer_c.step()
        optimizer_g.zero_grad()
        optimizer_c.zero_grad()


def detached(rows):
    for x, y in rows:
        target = generator(x)
        F.mse_loss(target, y).backward()
        optimizer_g.step()
        optimizer_g.zero_grad()
        F.mse_loss(critic(x), target.detach()).backward()
        optimizer_c.step()
        optimizer_c.zero_grad()


def without_a_graph(rows):
    for x, y in rows:
        with torch.no_grad():
            target = generator(x)
        F.mse_loss(generator(x), y).backward()
        optimizer_g.step()
        optimizer_g.zero_grad()
        F.mse_loss(critic(x), target).backward()
        optimizer_c.step()
        optimizer_c.zero_grad()


def several_steps(rows):
    for x, y in rows:
        for _ in range(5):
            optimizer_g.zero_grad()
            loss = F.mse_loss(generator(x), y)
            loss.backward()
            optimizer_g.step()


def one_or_the_other(rows):
    for i, (x, y) in enumerate(rows):
        loss = F.mse_loss(critic(generator(x)), y)
        if i % 2 == 0:
            optimizer_c.zero_grad()
            loss.backward()
            optimizer_c.step()
        else:
            optimizer_g.zero_grad()
            loss.backward()
            optimizer_g.step()


def who_knows(one, other, optimizer, rows):
    for x, y in rows:
        fake = one(x)
        F.mse_loss(other(x), y).backward()
        optimizer.step()
        F.mse_loss(fake, y).backward()


def only_a_number(rows):
    last = 0.0
    for x, y in rows:
        out = generator(x)
        loss = F.mse_loss(out, y)
        optimizer_g.zero_grad()
        loss.backward()
        optimizer_g.step()
        weight = out.mean().item() + last
        optimizer_c.zero_grad()
        (weight * critic(x).mean()).backward()
        optimizer_c.step()
        last = loss.item()


def strength_from_the_last_score(critic: nn.Module, loader):
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for real in loader:
        score = critic(real)
        optimizer.zero_grad()
        F.softplus(-score).mean().backward()
        optimizer.step()
        noisy = real + strength_of(score) * torch.randn_like(real)
        again = critic(noisy)
        optimizer.zero_grad()
        again.pow(2).mean().backward()
        optimizer.step()
