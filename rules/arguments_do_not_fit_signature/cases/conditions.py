"""Calls under conditions that look at what is called, and at what is only named alike."""

from torch import nn


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.initialized = False
        self.prepare = None

    def initialize(self, x):
        self.scale = x.std()

    def forward(self, x):
        if not self.initialized:
            self.initialize()  # finding: `Norm.initialize` is called without `x`
        return x / self.scale


def main(args):
    print(args)


if __name__ == "__main__":
    main()  # finding: `main` is called without `args`
    if main is not None:
        main()
