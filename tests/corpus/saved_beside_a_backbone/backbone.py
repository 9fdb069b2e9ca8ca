"""A backbone that begins with weights of its own file."""

import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self, pretrained=""):
        super().__init__()
        self.layer = nn.Linear(8, 2)
        if pretrained:
            self.load_state_dict(torch.load(pretrained, weights_only=True))  # suspected: fails without the GPU

    def forward(self, x):
        return self.layer(x)
