"""Log-probabilities are kept with their graphs until the end of an episode, and differentiated in another file."""

import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.saved, self.rewards = [], []

    def forward(self, state):
        return torch.softmax(self.layers(state), dim=-1)

    def act(self, state):
        odds = Categorical(self(state))
        action = odds.sample()
        self.saved.append(odds.log_prob(action))
        return action.item()
