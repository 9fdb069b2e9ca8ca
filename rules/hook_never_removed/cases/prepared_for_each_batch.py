"""A model that is prepared anew for each batch has one more hook each time, whatever the batches are kept in."""

import torch
from torch import nn


class Runner:
    def __init__(self, batches):
        self.model = nn.Linear(3, 3)
        self.batches = batches

    def prepare(self):
        self.model.register_forward_hook(lambda module, inputs, output: output * 2)  # finding: the handle

    def run(self):
        for rows in self.batches:
            self.prepare()
            print(self.model(rows).mean())


Runner([torch.rand(3, 3) for _ in range(3)]).run()
