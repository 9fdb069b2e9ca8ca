import torch
from torch import nn
from torch.nn import functional as F


class Block_0(nn.Module):
    """Two convolutions with a way around them."""

    def __init__(self, channels, out_channels, stride=1, dropout=0.1):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, out_channels, kernel_size=3, stride=stride, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.conv2 = nn.Conv2d(out_channels, out_channels, kernel_size=3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(out_channels)
        self.dropout = nn.Dropout2d(dropout)
        if stride != 1 or channels != out_channels:
            self.shortcut = nn.Sequential(
                nn.Conv2d(channels, out_channels, kernel_size=1, stride=stride, bias=False),
                nn.BatchNorm2d(out_channels),
            )
        else:
            self.shortcut = nn.Identity()

    def forward(self, x):
        out = F.relu(self.norm1(self.conv1(x)))
        out = self.norm2(self.conv2(self.dropout(out)))
        return F.relu(out + self.shortcut(x))


class Network_0(nn.Module):
    """Four stages of blocks, pooled over the picture, with one linear layer at the end."""

    def __init__(self, widths=(32, 64, 128, 256), depth=2, classes=10):
        super().__init__()
        self.stem = nn.Conv2d(3, widths[0], kernel_size=3, padding=1)
        stages = []
        before = widths[0]
        for number, width in enumerate(widths):
            for layer in range(depth):
                stride = 2 if number > 0 and layer == 0 else 1
                stages.append(Block_0(before, width, stride))
                before = width
        self.stages = nn.ModuleList(stages)
        self.head = nn.Linear(before, classes)
        self.register_buffer("mean", torch.tensor([0.49, 0.48, 0.45]).view(1, 3, 1, 1))
        self.apply(self.init_weights)

    @staticmethod
    def init_weights(module):
        if isinstance(module, nn.Conv2d):
            nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
        elif isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, std=0.01)
            nn.init.zeros_(module.bias)

    def features(self, x):
        x = self.stem(x - self.mean)
        for stage in self.stages:
            x = stage(x)
        return x.mean(dim=(2, 3))

    def forward(self, x):
        return self.head(self.features(x))
