"""Probabilities from which classes are drawn, that are returned beside others, or that have a temperature."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical
from torch.utils.data import DataLoader, TensorDataset


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.classes, self.box = nn.Linear(4, 8), nn.Linear(8, 3), nn.Linear(8, 4)

    def forward(self, pixels):
        x = self.layer(pixels.view(pixels.shape[0], -1))
        scores = self.classes(x)
        scores = F.softmax(scores, dim=0)  # finding: normalises over the batch instead of the classes
        return self.box(x), scores


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.policy, self.value = nn.Linear(4, 8), nn.Linear(8, 3), nn.Linear(8, 1)

    def forward(self, state):
        x = self.layer(state)
        return F.softmax(self.policy(x), dim=0), self.value(x)

    def act(self, state):
        return Categorical(F.softmax(self.policy(self.layer(state)), dim=0)).sample()


class Pooled(nn.Module):
    """Three weights for each row of a bag, by which the rows are summed up."""

    def __init__(self):
        super().__init__()
        self.layer, self.weigh, self.head = nn.Linear(4, 8), nn.Linear(8, 3), nn.Linear(8, 2)

    def forward(self, rows):
        x = self.layer(rows.view(rows.shape[0], -1))
        weights = F.softmax(self.weigh(x), dim=0)
        return self.head(torch.mm(weights.t(), x)), weights


net = nn.Linear(4, 3)
for (rows,) in DataLoader(TensorDataset(torch.randn(8, 4)), batch_size=4):
    drawn = Categorical(F.softmax(net(rows), dim=0)).sample()  # finding: normalises over the batch
    shares = F.softmax(net(rows), dim=0)
    sure = F.softmax(net(rows) / 2.0, dim=0).max(1)[0]  # finding: normalises over the batch instead of the classes
    one = torch.multinomial(F.softmax(net(rows), dim=1), 1)
    print(drawn, shares.sum(0), sure, one)
print(Actor().act(torch.randn(4)), Both()(torch.randn(2, 4)), Pooled()(torch.randn(2, 4)))
