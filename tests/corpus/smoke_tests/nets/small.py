"""A file of a model, with a look at its shape and a main that runs it once."""

import torch
from torch import nn


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 8, 3)

    def forward(self, x):
        return self.body(x)


def test():
    net = Small()
    net.eval()
    y = net(torch.randn(1, 3, 8, 8))
    print(y.size())


def export(path):
    net = Small().eval()
    dummy = torch.randn(1, 3, 8, 8)
    for _ in range(2):
        net(dummy)  # warm up
    torch.onnx.export(net, (dummy,), path)


if __name__ == "__main__":
    test()
