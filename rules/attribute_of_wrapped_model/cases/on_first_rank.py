"""A condition on the rank protects nothing where the name stands for the wrapper in any case."""

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)

    def forward(self, x):
        return self.encoder(x)

    def sample(self, x):
        return self.encoder(x).argmax(-1)


def always_wrapped(batches):
    dist.init_process_group("nccl")
    net = Net().cuda()
    net = DistributedDataParallel(net)
    for x in batches:
        net(x).mean().backward()
    if dist.get_rank() == 0:
        print(net.sample(x))  # finding: `net.sample` raises an AttributeError once `net` is a `DistributedDataParallel`;


def sometimes_wrapped(batches, world_size):
    net = Net().cuda()
    if world_size > 1:
        net = DistributedDataParallel(net)
    for x in batches:
        net(x).mean().backward()
    if world_size == 1:
        print(net.sample(x))


def asked_for(batches):
    net = DistributedDataParallel(Net())
    for x in batches:
        net(x).mean().backward()
    return net.sample(x) if hasattr(net, "sample") else net.module.sample(x)


class Transparent(nn.DataParallel):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.module, name)


class WithSamples(nn.DataParallel):
    def sample(self, x):
        return self.module.sample(x)


class Bare(nn.DataParallel):
    pass


def of_subclasses(x):
    transparent, own, bare = Transparent(Net()), WithSamples(Net()), Bare(Net())
    print(transparent.encoder, own.sample(x))
    return bare.encoder  # finding: `bare.encoder` raises an AttributeError once `bare` is a `Bare`;
