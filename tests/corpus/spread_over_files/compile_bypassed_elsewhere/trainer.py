"""A compiled model that an attribute holds, and a derived class calls."""

import torch
from steps import step
class Trainer:
    def __init__(self, model):
        self.model = torch.compile(model)
    def fit(self, loader):
        for b in loader:
            step(self.model, b)
class Sampler(Trainer):
    pass
