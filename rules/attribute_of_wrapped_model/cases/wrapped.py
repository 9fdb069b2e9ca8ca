import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.device = nn.Linear(4, 4), "cpu"

    def forward(self, x):
        return self.encode(x)

    def encode(self, x):
        return self.encoder(x)


class Trainer:
    def __init__(self, parallel):
        self.net, self.parallel = Net(), parallel
        if parallel:
            self.net = nn.DataParallel(self.net)

    def step(self, x):
        loss = self.net(x).mean()
        print(self.net.encoder.weight.mean().item())  # suspected: `self.net.encoder` raises an AttributeError once
        print(self.net.encoder.bias.mean().item(), self.net.training)
        return loss

    def show(self):
        if self.parallel:
            return self.net.module.encoder
        return self.net.encoder


def always(x):
    net = DistributedDataParallel(Net())
    net.train()
    net.hparams = {"lr": 0.1}
    print(net.device, net.hparams, net.module.encoder, net.state_dict().keys())
    return net.encode(x)  # finding: `net.encode` raises an AttributeError once `net` is a `DistributedDataParallel`;


def before_it_is_wrapped(x):
    net = Net()
    first = net.encoder.weight.sum()
    net = nn.DataParallel(net)
    return first + net(x).sum()


def asked(x, several):
    net = Net()
    if several:
        net = nn.DataParallel(net)
    if several:
        return net(x)
    return net.encode(x)


def unwrapped(x, several):
    net = Net()
    if several:
        net = nn.DataParallel(net)
    inner = net.module if isinstance(net, nn.DataParallel) else net
    return inner.encode(x), (net.encoder if not hasattr(net, "module") else net.module.encoder)


def compiled(x):
    net = torch.compile(Net())
    return net.encoder(x)
