"""Actions drawn from distributions: a draw is a number, and what log_prob() gives has the graph of the parameters."""

import torch
from torch import nn
from torch.distributions import Categorical, Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.mean.parameters())
        self.kept = []

    def forward(self, state):
        return self.mean(state)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)

    def act(self, x):
        spread = Normal(self.mean(x), 1.0)
        action = spread.rsample()
        return action, spread.log_prob(action)


def collected(world, steps):
    """Nobody differentiates what is played."""
    actor = Actor()
    state = world.reset()
    for _ in range(steps):
        action, _ = actor.act(torch.as_tensor(state))  # suspected: is evaluated with gradients enabled
        state = world.advance(action.detach().cpu().numpy())


class Agent:
    def __init__(self):
        self.policy = Policy()
        self.saved = []

    def act(self, state):
        """Draws, and nothing else."""
        return Categorical(logits=self.policy(state)).sample().item()  # finding: with gradients enabled

    def act_and_remember(self, state):
        """The densities are learned from at the episode's end."""
        chances = Categorical(logits=self.policy(state))
        action = chances.sample()
        self.saved.append(chances.log_prob(action))
        return action.item()

    def learn(self, rewards):
        loss = -sum(density * reward for density, reward in zip(self.saved, rewards))
        self.policy.optimizer.zero_grad()
        loss.backward()
        self.policy.optimizer.step()
        self.saved.clear()


def learned_at_once(world, policy: nn.Module, optimizer, steps):
    state = world.reset()
    for _ in range(steps):
        chances = Normal(policy(torch.as_tensor(state)), 0.1)
        action = chances.sample()
        state, reward, done = world.step(action.numpy())
        optimizer.zero_grad()
        (-chances.log_prob(action).sum() * reward).backward()
        optimizer.step()
