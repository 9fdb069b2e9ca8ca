"""A model hooks its own layers for good, a class hooks somebody else's and can take it back, one can not."""

import torch
from torch import nn

from keeping import Kept


class Tapped(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body, self.taps = body, Kept()
        for layer in self.body:
            layer.register_forward_hook(self.taps.hook)

    def forward(self, x):
        return self.body(x), self.taps.last  # finding: returns 2 different things as a bare tuple


class Visitor:
    def __init__(self, model):
        self.kept = Kept()
        self.handle = model.register_forward_hook(self.kept.hook)

    def leave(self):
        self.handle.remove()


class Squatter:
    def __init__(self, model):
        self.kept = Kept()
        self.handle = model.register_forward_hook(self.kept.hook)  # suspected: the hook on `model` runs in every later


def main():
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    for batch in torch.randn(3, 2, 4):
        visitor, squatter = Visitor(model), Squatter(model)
        model(batch)
        visitor.leave()
        print(squatter.kept.last is visitor.kept.last)
    out, last = Tapped(model)(torch.randn(2, 4))
    print(out.mean(), last)


if __name__ == "__main__":
    main()
