"""Puts both together."""

import torch

from loop import Loop
from net import Tagger

model = Tagger(50, 4)
loop = Loop(model, torch.optim.Adam(model.parameters()))
print(loop.step(torch.randint(0, 50, (2, 5)), torch.randint(0, 4, (2, 5))))
