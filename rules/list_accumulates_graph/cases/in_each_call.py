"""Objects that learn from one batch in each call of a method."""

import torch.nn.functional as F


class Agent:
    def __init__(self, q_net, optimizer):
        self.q_net, self.optimizer = q_net, optimizer
        self.losses, self.norms, self.values = [], [], []

    def learn(self, states, actions, targets):
        loss = F.mse_loss(self.q_net(states).gather(1, actions), targets)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)  # finding: `self.losses` keeps the graph of every `loss` alive
        self.norms.append(loss.item())

    def remember(self, states):
        self.values.append(self.q_net(states))

    def learn_from_all(self, targets):
        loss = sum((value - target).square().mean() for value, target in zip(self.values, targets, strict=True))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.values.clear()
