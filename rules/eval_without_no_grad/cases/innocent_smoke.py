"""One forward of random numbers, to see that the layers fit together."""

import torch
from elsewhere import fit_somehow
from torch import nn


def build():
    return nn.Sequential(nn.Linear(3, 3), nn.Dropout())


def smoke():
    net = nn.Sequential(nn.Linear(3, 3), nn.Dropout())
    y = net(torch.randn(1, 3))
    print(y.size())


def shape():
    net = build()
    y = net(torch.randn(1, 3))
    print(y.shape)


def dimensions():
    net = build()
    y = net(torch.randn(1, 3))
    assert y.dim() == 2


def whole():
    net = build()
    y = net(torch.randn(1, 3))
    print(y)


class Staged(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.head = nn.Linear(3, 8), nn.Linear(8, 2)

    def forward(self, x, stages=False):
        low = torch.relu(self.stem(x))
        return ([x, low], self.head(low)) if stages else self.head(low)


def ranges():
    """Numbers that are as random as the weights."""
    net = Staged()
    stages, y = net(torch.randn(2, 3), stages=True)
    for one in stages:
        print(one.shape, one.min().item())
    print(y.shape)


def widths_of_a_teacher(teacher: Staged):
    """What the next model has to fit."""
    teacher.eval()
    x = torch.randn(2, 3)
    stages, _ = teacher(x, stages=True)
    return [one.shape[1] for one in stages]


whole = Staged()
print(whole(torch.FloatTensor(2, 3)).data.shape)

layers = nn.Sequential(nn.Linear(3, 8), nn.Tanh())
print(layers(torch.rand(2, 3)).mean().item())
blur = nn.Conv2d(1, 1, 3, bias=False)
blur.weight.data = torch.full((1, 1, 3, 3), 1 / 9)
print(blur(torch.ones(1, 1, 8, 8)[:, :, 2:]).data.squeeze(0))

# Made to see that its outputs have the right shape, with a time for each row; eval() is part of that.
unet = Staged()
times = torch.tensor([472.25, 217.5])
unet.eval()
y = unet(torch.randn((2, 3)), times)
assert y[1].shape == (2, 2)

fitted = nn.Sequential(nn.Linear(3, 8), nn.Tanh())
fit_somehow(fitted)
print(fitted(torch.rand(2, 3)).mean().item())  # suspected: `fitted` is evaluated with gradients enabled


def what_a_trained_one_says(path):
    net = Staged()
    net.load_state_dict(torch.load(path))
    print(net(torch.randn(2, 3), stages=True)[1].argmax(1).tolist())  # finding: `net` is evaluated with gradients


if __name__ == "__main__":
    ranges()
    print(widths_of_a_teacher(Staged()))
    smoke()
    shape()
    dimensions()
    whole()
