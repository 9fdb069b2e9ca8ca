"""Two teachers in eval mode: the parameters of one want no gradient."""

from torch import nn


def frozen_teacher():
    net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
    for parameter in net.parameters():
        parameter.requires_grad = False
    return net.eval()


def calm_teacher():
    return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)).eval()
