import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=16, *, more=8):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 16, 3, bias=False),
            nn.BatchNorm2d(8),  # finding: this layer expects 8 inputs, but the previous layer outputs 16
            nn.ReLU(),
            nn.Conv2d(8, 8, 3, groups=2),
            nn.GroupNorm(2, 4),  # finding: this layer expects 4 inputs, but the previous layer outputs 8
        )
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(8, 4), nn.GELU(), nn.Dropout(), nn.Linear(5, 2))  # finding: 5
        self.tokens = nn.Sequential(nn.Embedding(10, 16), nn.Linear(16, 4))
        self.of_unknown = nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(more, 2))
        # another layer between may change the size
        self.flat = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 4, 2))
        self.other = nn.Sequential(nn.Linear(6, 8), nn.Unflatten(1, (4, 2)), nn.Linear(2, 2), nn.BatchNorm1d(4))
        self.summed = nn.Sequential(nn.Linear(4, 8), nn.GLU(), nn.Linear(4, 2))
        self.shuffled = nn.Sequential(nn.Conv2d(3, 16, 1), nn.PixelShuffle(2), nn.Conv2d(4, 2, 1))
        self.rows = nn.Sequential(nn.Linear(7, 5), nn.Conv1d(3, 4, 1), nn.Linear(5, 2))

    def forward(self, x):
        return self.flat(x)


Net(8, more=9)
print(Net().rows(torch.rand(2, 3, 7)).shape, Net().flat(torch.rand(1, 3, 4, 4)).shape)
