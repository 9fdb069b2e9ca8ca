"""What is filled behind autograd's back may be a leaf, whichever way the code takes."""

import torch
from torch import nn


def filled(given: nn.Parameter, is_trained, values):
    if is_trained:
        made = nn.Parameter(torch.empty_like(given), requires_grad=given.requires_grad)
    else:
        made = torch.empty_like(given)
    made.data.copy_(values)
    return made


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x, is_scaled):
        if is_scaled:
            h = self.fc(x) * self.scale
        else:
            h = torch.empty_like(x)
        h.data.clamp_(0, 1)  # finding: `h.data.clamp_(0, 1)` changes `h` without autograd seeing it
        return h


net = Net()
filled(net.scale, len(net.fc.weight) > 2, torch.zeros(4))
net(torch.rand(2, 4), torch.rand(()) > 0.5).sum().backward()
