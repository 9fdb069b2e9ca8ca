"""A derived class calls the compiled model that its base holds."""

import torch
from trainer import Trainer
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
    def forward(self, x):
        return self.a(x)
    def loss(self, x):
        return self.a(x).sum()
class Other(Trainer):
    def evaluate(self, x):
        return self.model(x)
t = Other(Net())
t.fit([torch.rand(2, 2)])
print(t.model(torch.rand(2, 2)))
