"""A layer that nobody has hooked, and one that is."""

import torch
from torch import nn

plain, hooked = nn.Linear(2, 2), nn.Linear(2, 2)
handle = hooked.register_forward_pre_hook(lambda module, args: None)
print(plain.forward(torch.ones(1, 2)))  # finding: skips the hooks of `plain`  # refuted
print(hooked.forward(torch.ones(1, 2)))  # finding: skips the hooks of `hooked`
handle.remove()
