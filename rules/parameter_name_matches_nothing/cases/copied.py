"""Names that a dict or a sorted list of the parameters gives."""

from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)


def freeze():
    net = Net()
    for name, parameter in dict(net.named_parameters()).items():
        if name.startswith("encoder."):  # finding: finds no parameter of `net`; its names begin with `body`, `head`
            parameter.requires_grad = False
    for name, parameter in sorted(net.named_parameters()):
        if name.startswith("backbone."):  # finding: finds no parameter of `net`
            parameter.requires_grad = False
    for name, parameter in dict(net.named_parameters()).items():
        if name.startswith("body."):
            parameter.requires_grad = False
    for name, parameter in {"encoder.weight": net.body.weight}.items():
        if name.startswith("encoder."):
            parameter.requires_grad = False
    return net
