"""An object whose class is not shown may step an optimizer of its own accord, but hardly does."""

import elsewhere
import torch
import torch.nn.functional as F
from torch.nn.utils import clip_grad_norm_


def with_a_model_of_another_package(rows):
    net = elsewhere.make()
    net.train()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        hidden = net.start(x)
        optimizer.zero_grad()
        F.mse_loss(net(x, hidden), y).backward()
        optimizer.step()
        clip_grad_norm_(net.parameters(), 1.0)  # suspected: clips gradients that `step()` has already applied
