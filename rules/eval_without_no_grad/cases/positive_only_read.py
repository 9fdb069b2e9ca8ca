"""Models in whatever mode, whose output is only looked at, and whose parameters the program trains."""

import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 2)

    def forward(self, state):
        return self.body(state)


class Agent:
    def __init__(self):
        self.actor = Actor()
        self.optimizer = torch.optim.Adam(self.actor.parameters())

    def act(self, state):
        return self.actor(state).argmax(-1).item()  # finding: `self.actor` is evaluated with gradients enabled

    def learn(self, states, actions):
        self.optimizer.zero_grad()
        nn.functional.cross_entropy(self.actor(states), actions).backward()
        self.optimizer.step()


if __name__ == "__main__":
    agent = Agent()
    print(agent.act(torch.randn(4)))
    agent.learn(torch.randn(3, 4), torch.tensor([0, 1, 1]))
