"""Ratios of probabilities that a distribution of the program's own class gives, with the graph of its parameters."""

import torch
from torch import nn
from torch.distributions import Categorical


class Choice(Categorical):
    def log_probs(self, actions):
        return super().log_prob(actions.squeeze(-1)).unsqueeze(-1)

    def drawn(self):
        return super().sample().unsqueeze(-1)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 4)

    def forward(self, x):
        return Choice(logits=self.linear(x))


class Algorithm:
    def __init__(self):
        self.policy = Policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters())

    def update(self, sample):
        x, actions, before, advantages = sample
        choice = self.policy(x)
        ratio = torch.exp(choice.log_probs(actions) - before)
        loss = -(ratio * advantages).mean() - choice.entropy().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss, ratio, choice.drawn().float()

    def train(self, batches):
        info = {"loss": 0, "ratio": 0, "drawn": 0}
        for sample in batches:
            loss, ratio, drawn = self.update(sample)
            info["loss"] += loss.item()
            info["ratio"] += ratio.mean()  # finding: `info["ratio"]` keeps the graph of every `ratio.mean()` alive
            info["drawn"] += drawn.mean()
        return info
