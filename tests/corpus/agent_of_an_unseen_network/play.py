"""An agent whose network's file has been renamed since: it acts in train mode, as nobody has called eval()."""

import random

import torch
from policy_network import Policy
from torch import nn

policy = Policy(inputs=8, hidden=64, actions=3)
sgd = torch.optim.RMSprop(policy.parameters())


def act(observation):
    if random.random() < 0.05:
        return torch.tensor(random.randrange(3))
    with torch.no_grad():
        return policy(observation).argmax()  # suspected: `policy` is evaluated in train mode


def learn(observations, targets):
    error = nn.functional.huber_loss(policy(observations), targets)
    sgd.zero_grad()
    error.backward()
    sgd.step()


def play(world, memory):
    for _ in range(500):
        observation = torch.as_tensor(world.reset())
        for _ in range(200):
            observation, reward, done = world.step(act(observation).item())
            memory.append((observation, reward))
            learn(*memory.batch(64))
            if done:
                break


if __name__ == "__main__":
    from games import Catch, Memory

    play(Catch(), Memory())
