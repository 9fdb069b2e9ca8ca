"""Models that an object is given, and of which only its use shows that they are models."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model, batches):
        self.batches = batches
        self.model = model
        self.model.half()  # finding: keep them in float32 and use `torch.autocast`
        self.model.to("cuda")
        self.build()

    def build(self):
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-4)

    def run(self):
        for x, y in self.batches:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()


class Evaluator:
    def __init__(self, model, batches):
        self.batches = batches
        self.model = model
        self.model.half()

    @torch.no_grad()
    def run(self):
        return [self.model(x) for x, _ in self.batches]


def main(model, other, batches):
    Trainer(model, batches).run()
    return Evaluator(other, batches).run()
