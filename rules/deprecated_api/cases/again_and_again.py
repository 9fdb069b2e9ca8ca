"""What a file uses three times or more is said once; what it uses twice, at both places."""

import torch
from torch import nn

first, second, third = nn.Linear(2, 3), nn.Linear(3, 3), nn.Linear(3, 1)
nn.init.xavier_uniform(first.weight)  # finding: `torch.nn.init.xavier_uniform` is deprecated and warns (and 2 more)
nn.init.xavier_uniform(second.weight)
nn.init.xavier_uniform(third.weight)
nn.init.constant(first.bias, 0.0)  # finding: `torch.nn.init.constant` is deprecated and warns; use
nn.init.constant(second.bias, 0.0)  # finding: `torch.nn.init.constant` is deprecated and warns; use
print(third(second(first(torch.ones(1, 2)))))
