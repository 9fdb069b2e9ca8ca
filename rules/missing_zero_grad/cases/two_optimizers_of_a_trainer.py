"""A trainer that is given two models: the optimizer of one is not cleared, as far as these are not the same."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, generator: nn.Module, critic: nn.Module) -> None:
        self.generator, self.critic = generator.cuda(), critic.cuda()
        self.optimizer_g = torch.optim.Adam(self.generator.parameters(), lr=1e-4)
        self.optimizer_c = torch.optim.Adam(self.critic.parameters(), lr=1e-4)

    def step_critic(self, real: torch.Tensor) -> None:
        with torch.no_grad():
            fake = self.generator(torch.randn(len(real), 64, device="cuda"))
        loss = F.relu(1 - self.critic(real)).mean() + F.relu(1 + self.critic(fake)).mean()
        loss.backward()
        self.optimizer_c.step()  # suspected: applies the gradients of all earlier steps again

    def step_generator(self, count: int) -> None:
        self.optimizer_g.zero_grad()
        (-self.critic(self.generator(torch.randn(count, 64, device="cuda"))).mean()).backward()
        self.optimizer_g.step()

    def fit(self, loader: DataLoader) -> None:
        for _ in range(20):
            for real, _ in loader:
                self.step_critic(real.cuda())
                self.step_generator(len(real))


class OfOneModel:
    """One optimizer has all parameters, and its zero_grad clears them."""

    def __init__(self, model: nn.Module) -> None:
        self.model = model.cuda()
        self.all = torch.optim.Adam(self.model.parameters(), lr=1e-4)
        self.head = torch.optim.Adam(self.model.head.parameters(), lr=1e-3)

    def fit(self, loader: DataLoader) -> None:
        for x, y in loader:
            self.all.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.all.step()
            self.head.step()
