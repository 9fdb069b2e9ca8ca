"""Two convolutions with small initial weights, which weight_norm overwrites."""

import torch
from torch import nn
from torch.nn.utils.parametrizations import weight_norm


def small_weights(layer):
    if isinstance(layer, nn.Conv1d):
        nn.init.normal_(layer.weight, 0.0, 0.01)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([weight_norm(nn.Conv1d(16, 16, 3, padding=1)) for _ in range(2)])
        self.convs.apply(small_weights)  # finding: writes weights that `weight_norm` overwrites

    def forward(self, x):
        for conv in self.convs:
            x = x + conv(x.relu())
        return x


torch.manual_seed(0)
block = Block()
block(torch.randn(1, 16, 20))
print(f"weights are spread by {block.convs[0].weight.std():.3f}, and were to be by 0.010")
