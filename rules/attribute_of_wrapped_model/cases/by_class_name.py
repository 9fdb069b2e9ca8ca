"""Functions for `apply`, which also gets the wrapper itself."""

import torch
from torch import nn
from torch.nn.parallel import DataParallel


def initialise(m: nn.Module) -> None:
    kind = m.__class__.__name__
    if kind.find("Conv") != -1:
        m.weight.data.normal_(0.0, 0.02)


def initialise_matched(m: nn.Module) -> None:
    match m:
        case nn.Conv2d():
            m.weight.data.normal_(0.0, 0.02)


def initialise_all(m: nn.Module) -> None:
    m.weight.data.normal_(0.0, 0.02)  # suspected: raises an AttributeError once `m` is a `DataParallel`


def main() -> None:
    net = DataParallel(nn.Conv2d(3, 8, 3))
    net.apply(initialise)
    net.apply(initialise_matched)
    initialise_all(net)
    print(net(torch.rand(2, 3, 8, 8)).shape)


main()
