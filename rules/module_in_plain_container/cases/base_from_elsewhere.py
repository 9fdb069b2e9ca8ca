"""A class with a forward, of which another file says what it is."""

import torch.nn as nn
from project.models import BaseModel


class Net(BaseModel):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(2)]  # suspected: `self.layers` is a plain list

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
