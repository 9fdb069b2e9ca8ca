"""A network, and functions that build and prepare it."""

from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x, mask, length):
        return self.fc(x) * mask + length


def build(args):
    model = Net()
    model = prepare(model)
    return model


def prepare(model):
    model = model.cuda()
    return model
