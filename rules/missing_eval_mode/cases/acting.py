"""An agent that acts in the mode that it learns in, with the method that an evaluation of it calls, too."""

import torch
import torch.nn.functional as F
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(2, 4))

    def forward(self, x):
        weight = self.mean + torch.randn_like(self.mean) if self.training else self.mean
        return F.linear(x, weight)


class Agent:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), Noisy())
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def act(self, state):
        with torch.no_grad():
            return self.net(state).argmax().item()

    def best(self, state):
        with torch.no_grad():
            return self.net(state).argmax().item()  # suspected: `self.net` is evaluated in train mode

    def learn(self, states, values):
        self.optimizer.zero_grad()
        F.mse_loss(self.net(states), values).backward()
        self.optimizer.step()


def played(env, agent):
    agent.net.eval()
    state, done, total = env.reset(), False, 0.0
    while not done:
        state, reward, done = env.step(agent.act(state))
        total += reward
    agent.net.train()
    return total


def played_in_train_mode(env, agent):
    state, done, total = env.reset(), False, 0.0
    while not done:
        state, reward, done = env.step(agent.best(state))
        total += reward
    return total


def main(env, memory):
    agent = Agent()
    for episode in range(100):
        state, done = env.reset(), False
        while not done:
            state, reward, done = env.step(agent.act(state))
            memory.add(state, reward)
            agent.learn(*memory.sample())
        print(played(env, agent), played_in_train_mode(env, agent))
