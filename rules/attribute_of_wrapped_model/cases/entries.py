"""Models that a dict has under a text, some in their wrapper."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.width = 3
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def step(nets, x):
    y = nets["main"](x) * nets["other"].width
    return y * nets["main"].width  # suspected: `nets["main"].width` raises an AttributeError


def unwrapped_step(nets, x):
    return nets["main"](x) * nets["main"].module.width


def asked_step(nets, x):
    net = nets["main"]
    if hasattr(nets["main"], "width"):
        return net(x) * nets["main"].width
    return net(x)


def counted_step(nets, x):
    nets["counted"].steps = 1
    return nets["counted"](x) * nets["counted"].steps


def averaged_step(nets, x):
    if "average" in nets:
        nets["average"].update(nets["main"].module)
    return x


def main(rank):
    dist.init_process_group("gloo")
    nets = {"main": DDP(Net()), "other": Net(), "counted": DDP(Net())}
    nets["late"] = Net()
    early = nets["late"].width
    nets["late"] = DDP(nets["late"])
    late = nets["late"].width  # suspected: `nets["late"].width` raises an AttributeError
    x = torch.zeros(2, 3)
    first = early + late + step(nets, x) + unwrapped_step(nets, x)
    return first + asked_step(nets, x) + counted_step(nets, x) + averaged_step(nets, x)
