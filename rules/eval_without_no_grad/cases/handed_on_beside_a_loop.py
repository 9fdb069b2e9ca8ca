"""Functions whose numbers a loop reads, and that are handed to code elsewhere, too, which may differentiate them."""

from functools import partial

import torch
from fishers import Fisher, jacobian, registry  # not here
from torch import nn
from torch.utils.data import DataLoader

model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))
model.load_state_dict(torch.load("weights.pt", weights_only=True))
model.eval()
loader = DataLoader(torch.load("rows.pt", weights_only=True))


def scores(inputs):
    return model(inputs)  # suspected: `model` is evaluated with gradients enabled


def odds(kind, inputs):
    return model(inputs).softmax(1)  # suspected: `model` is evaluated with gradients enabled


def logits(inputs):
    return model(inputs)  # suspected: `model` is evaluated with gradients enabled


def only_read(inputs):
    return model(inputs)  # finding: `model` is evaluated with gradients enabled


def best(inputs):
    return model(inputs).argmax(1).tolist()  # finding: `model` is evaluated with gradients enabled


class Reader:
    def __init__(self, net):
        self.net = net
        self.net.eval()

    def scores(self, inputs):
        return self.net(inputs)  # suspected: `self.net` is evaluated with gradients enabled

    def read(self):
        for inputs in loader:
            print("predicted", self.scores(inputs).argmax(1).tolist())

    def matrix(self):
        return Fisher(self.scores).diagonal(loader)


for inputs in loader:
    print("predicted", scores(inputs).argmax(1).tolist())
    print("predicted", odds("a", inputs).argmax(1).tolist())
    print("predicted", logits(inputs).argmax(1).tolist())
    print("predicted", only_read(inputs).argmax(1).tolist())
    print("predicted", best(inputs))

matrix = Fisher(scores).diagonal(loader)
print(jacobian(partial(odds, "b"), loader))
print(torch.autograd.functional.jacobian(logits, torch.rand(4, 8)))
registry.add(best)

reader = Reader(model)
reader.read()
print(reader.matrix())
