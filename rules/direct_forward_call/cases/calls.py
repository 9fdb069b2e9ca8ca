import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, layer: nn.Module):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.layer = layer

    def forward(self, x):
        return self.layer(self.norm.forward(x))  # finding: call `self.norm(...)`

    def predict(self, x):
        return self.forward(x).argmax(1)


class Wider(Block):
    def forward(self, x):
        return super().forward(x) + Block.forward(self, x)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


class Called(nn.Module):
    def __call__(self, x):
        return self.forward(x)

    def forward(self, x):
        return x


class Sender:
    def forward(self, message):
        return message


def use(x):
    model = Block(nn.Linear(4, 2))
    print(model.forward(x), model(x))  # finding: `model.forward` skips the hooks of `model`
    print(Called().forward(x), Sender().forward("a letter"), Double.forward(None, x))


def of_something(thing, x):
    return thing.forward(x)
