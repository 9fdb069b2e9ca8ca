"""Nothing but a name says that a loss is collected: what makes it lies in another file."""

import torch


def train(agent, episodes):
    losses = []
    for _ in range(episodes):
        loss = agent.learn(agent.sample())
        losses.append(loss)
    torch.save(agent, "agent.pt")
    return losses


class Log:
    """All who call it are elsewhere."""

    def __init__(self):
        self.losses = []
        self.by_name = {}

    def add(self, name, loss):
        self.losses.append(loss)
        self.by_name.setdefault(name, []).append(loss)
