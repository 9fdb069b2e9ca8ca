"""A small convolutional network, whose widest block is computed again in the backward."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.block = nn.Sequential(nn.Conv2d(8, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, images):
        x = checkpoint(self.block, self.stem(images), use_reentrant=False)  # finding: runs the checkpointed `self.block` again
        return self.head(x.mean((2, 3)))


network = Network()
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for step in range(5):
    images = torch.randn(4, 3, 8, 8)
    loss = nn.functional.cross_entropy(network(images), torch.tensor([0, 1, 0, 1]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
