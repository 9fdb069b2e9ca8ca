import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width=8, **options):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, width, 1, padding=0), nn.BatchNorm2d(width)  # finding: `bias=False`
        self.right, self.free = nn.Conv2d(width, width, 1, bias=False), nn.Conv2d(width, width, 1, **options)
        self.alone, self.grouped = nn.Conv2d(width, width, 1), nn.Conv2d(width, width, 1)
        self.groups, self.other = nn.GroupNorm(2, width), nn.BatchNorm2d(width)
        self.head = nn.Sequential(
            nn.Linear(width, 4),  # finding: pass `bias=False`
            nn.BatchNorm1d(4),
            nn.Linear(4, 4),
            nn.ReLU(),
            nn.BatchNorm1d(4),
            nn.Linear(4, 4, False),
            nn.BatchNorm1d(4),
        )

    def forward(self, x):
        x = torch.relu(self.norm(self.conv(x)))
        x = self.other(self.right(x)) + self.other(self.free(x)) + self.other(self.alone(x).relu())
        x = self.groups(self.grouped(x))
        return self.head(x.mean((2, 3)))


print(Block()(torch.rand(4, 3, 5, 5)).shape)
