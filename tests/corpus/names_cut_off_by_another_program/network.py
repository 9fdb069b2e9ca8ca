"""The model of both programs."""

from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inside = nn.Linear(4, 1)

    def forward(self, x):
        return self.inside(x)
