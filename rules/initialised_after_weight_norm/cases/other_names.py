import torch
from torch import nn
from torch.nn.utils import spectral_norm, weight_norm


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        norm = weight_norm
        self.convs = nn.ModuleList([norm(nn.Conv2d(1, 8, 3)), norm(nn.Conv2d(8, 8, 3))])
        self.last = norm(nn.Conv2d(8, 1, 3))
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)  # finding: `weight_norm` overwrites in each forward

    def forward(self, x):
        for conv in self.convs:
            x = torch.relu(conv(x))
        return self.last(x)


class Spectral(nn.Module):
    def __init__(self):
        super().__init__()
        norm = spectral_norm
        self.last = norm(nn.Conv2d(8, 1, 3))
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)

    def forward(self, x):
        return self.last(x)
