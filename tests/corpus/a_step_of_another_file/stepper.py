"""An optimizer behind an object, for all programs; those that call `step` clear the gradients."""

import torch


class ClippedStep:
    def __init__(self, parameters, limit):
        self.parameters = parameters
        self.limit = limit
        self.build()

    def build(self):
        self.optimizer = torch.optim.AdamW(self.parameters, lr=1e-3)

    def step(self):
        torch.nn.utils.clip_grad_value_(self.parameters, self.limit)
        self.optimizer.step()  # finding: runs only in the outer loop
