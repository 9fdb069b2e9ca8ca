"""A hook that runs its own module once before: a call would come back to the hook, without end."""

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.other = nn.Linear(4, 4), nn.Linear(4, 4)
        self.scale = 1.0

    def forward(self, x):
        def look_first(module, args):
            with torch.no_grad():
                first = self.body.forward(*args)
                first = first + self.other.forward(*args)  # finding: call `self.other(...)`
            self.scale = 1 / first.norm()

        handle = self.body.register_forward_pre_hook(look_first)
        try:
            return self.body(x) * self.scale
        finally:
            handle.remove()


print(Scaled()(torch.ones(2, 4)).shape)
