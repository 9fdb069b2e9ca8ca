"""A network that reads options of the program; one of them no parser defines."""

from torch import nn


class Network(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.layers = nn.ModuleList([nn.Linear(args.width, args.width) for _ in range(args.depth)])
        self.drop = nn.Dropout(args.dropout)  # finding: `args.dropout` raises AttributeError

    def forward(self, x):
        for layer in self.layers:
            x = self.drop(layer(x))
        if self.args.residual:  # finding: `self.args.residual` raises AttributeError
            return x + 1
        return x * self.args.scale
