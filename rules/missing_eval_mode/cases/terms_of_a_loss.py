"""What a model in training says of its own batch, detached: a term of the loss, and no evaluation."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.randn(8, 6)), batch_size=4)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(6, 6), nn.BatchNorm1d(6))
        self.score = nn.Linear(6, 1)

    def forward(self, rows):
        features = self.features(rows)
        return self.score(features), features


class Adversaries:
    def __init__(self):
        self.maker, self.critic = nn.Linear(2, 6), Critic()
        self.first = torch.optim.Adam(self.maker.parameters())
        self.second = torch.optim.Adam(self.critic.parameters())

    def distance(self, real, made):
        _, here = self.critic(real)
        _, there = self.critic(made)
        return F.mse_loss(there.mean(0).detach(), here.mean(0).detach())

    def fit(self):
        for (real,) in loader:
            made = self.maker(torch.randn(4, 2))
            critical = self.critic(made.detach())[0].mean() - self.critic(real)[0].mean()
            making = F.mse_loss(made, real) + self.distance(real, made)
            self.second.zero_grad()
            critical.backward()
            self.second.step()
            self.first.zero_grad()
            making.backward()
            self.first.step()

    def check(self):
        for (real,) in loader:
            with torch.no_grad():
                print(self.critic(real)[0].mean().item())  # finding: `self.critic` is evaluated in train mode


both = Adversaries()
both.fit()
both.check()
