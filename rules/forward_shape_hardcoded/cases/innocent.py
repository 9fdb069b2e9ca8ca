import torch
from torch import nn


class Innocent(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        x = x.flatten(1).view(x.size(0), -1)
        x = x.view(-1, self.width)
        pairs = x.view(-1, 2)
        steps = x.view(-1, 512)  # rows of 512, one for each step of each sample
        image = x.view(-1, 1, 28, 28)
        return self.head(x), pairs, steps, image


def plot(images):
    return images.view(-1, 28 * 28)


print(plot(torch.ones(2, 28, 28)).shape)
