"""What the class says of an attribute: what its constructor makes, and what only a module can be asked."""

import torch
from torch import nn

GREEDY = False


class Normalized(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        self.module.register_buffer("u", torch.ones(4))

    def forward(self, *args):
        return self.module.forward(*args)  # finding: skips the hooks of `self.module`


class Delegating(nn.Module):
    def __init__(self, strategy):
        super().__init__()
        self.strategy = strategy

    def forward(self, *args):
        return self.strategy.forward(*args)  # perhaps no module


class Agent:
    def __init__(self):
        self.values = nn.Linear(4, 2)
        self.memory = Memory()
        self.counted = Counted()

    def act(self, state, greedy):
        if greedy:
            self.memory.forward(1)
            self.counted.forward(state)
            return self.values.forward(state).argmax()  # finding: skips the hooks of `self.values`
        return torch.randint(2, ())


class Counted(nn.Module):
    def __call__(self, x):
        return self.forward(x)

    def forward(self, x):
        return x


class Memory:
    def forward(self, steps):
        return steps


print(Agent().act(torch.ones(4), GREEDY))
