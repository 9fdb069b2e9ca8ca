"""The loss that goes with a probability loses digits; the one with logits is right about scores."""

import torch
from torch import nn

from losses import Balanced, with_logits
from ranker import Ranker

model, plain, fused = Ranker("binary"), nn.BCELoss(), with_logits()
x, y = torch.randn(4, 8), torch.rand(4, 1)
plain(model(x), y).backward()  # finding: where the sigmoid before it rounds to 0 or
fused(model.body(x), y).backward()
Balanced(1.0)(model.body(x), y).backward()
