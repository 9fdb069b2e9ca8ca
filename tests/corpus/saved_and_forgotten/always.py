"""Wrapped whatever is said."""

import torch
from torch import nn

net = nn.DataParallel(nn.Linear(8, 2))
torch.save(net.state_dict(), "wrapped.pt")  # finding: saves keys with the prefix `module.`
