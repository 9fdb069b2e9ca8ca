"""Goes around the circle to find a softmax."""

import torch
from torch import nn

from rounds import Ended, Round
from shapes import Shape

shape = Shape().as_round().forget()
net, ended = Round(shape).make_net(), Ended()
x, y = torch.randn(4, 4), torch.randint(0, 2, (4,))
nn.CrossEntropyLoss()(net(x), y).backward()
nn.CrossEntropyLoss()(ended(x), y).backward()  # finding: applies softmax itself, but `ended(x)` already holds probabilities
