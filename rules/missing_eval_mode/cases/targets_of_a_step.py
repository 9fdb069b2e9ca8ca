"""A target network is read in a helper of a training step; an evaluation in a helper of the loop is another thing."""

import torch
from torch import nn
from torch.nn import functional as F


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.dropout(F.relu(self.body(x))))


current, target = Noisy(), Noisy()
target.load_state_dict(current.state_dict())
optimizer = torch.optim.Adam(current.parameters())


def wanted(following, rewards):
    values = target(following).max(1)[0].detach()
    return rewards + 0.9 * values


def step(states, following, rewards):
    loss = F.mse_loss(current(states).max(1)[0], wanted(following, rewards))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def accuracy(rows, labels):
    with torch.no_grad():
        return (current(rows).argmax(1) == labels).float().mean().item()  # finding: evaluated in train mode


def fit(batches, rows, labels):
    for states, following, rewards in batches:
        step(states, following, rewards)
    print(accuracy(rows, labels))


fit([], torch.load("rows.pt"), torch.load("labels.pt"))
