"""A model as it was published, with all that its checkpoints hold."""

from torch import nn


class Published(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)  # suspected: call it in `forward`, or delete it, unless checkpoints contain it

    def forward(self, x):
        return self.body(x)
