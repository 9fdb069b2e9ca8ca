"""A trainer that drops what the helper returns, and one that keeps it."""

from torch import nn
from dist_utils import Env, in_place


class Trainer:
    def __init__(self, rank):
        self.env = Env(rank)
        self.model = nn.Linear(4, 1)
        self.env.parallelize(self.model)  # finding: returns a new model
        in_place(self)


class Fine:
    def __init__(self, rank):
        self.env = Env(rank)
        self.model = self.env.parallelize(nn.Linear(4, 1))


Trainer(0)
Fine(0)
