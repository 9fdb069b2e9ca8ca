"""Attributes: what `self` holds, in this class, its bases and its parts, and through wrappers."""

import copy
import functools
from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

x = torch.tensor([0.1, 0.2, 0.3])


class Net(nn.Module):
    scale = 2

    def __init__(self, act=nn.ReLU, hidden=3):
        super(Net, self).__init__()
        self.hidden = hidden
        self.linear = nn.Linear(3, 1)
        self.act = act()
        self.head = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
        self.weight = nn.Parameter(torch.zeros(3))
        self.register_buffer("mean", torch.tensor([0.1, 0.2, 0.3]))
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        self.parts = nn.ModuleDict({"a": nn.Linear(3, 3)})
        self.lazily = None

    def forward(self, x):
        reveal(self)  # module, either
        reveal(self.hidden)  # number
        reveal(self.scale)  # number
        reveal(self.linear)  # module, torch.nn.Linear
        reveal(self.act)  # module, either
        reveal(self.head)  # module, sequential
        reveal(self.weight)  # tensor, grad, parameter
        reveal(self.mean)  # tensor, no grad
        reveal(self.blocks[0])  # module, torch.nn.Linear
        reveal(self.parts["a"])  # module, torch.nn.Linear
        for block in self.blocks:
            reveal(block)  # module, torch.nn.Linear
            reveal(block(x))  # tensor, grad
        self.lazily = self.linear
        reveal(self.helper(x))  # tensor, grad
        reveal(self.nothing)  # unknown
        return self.head(x)

    def helper(self, x):
        return self.linear(x) * self.weight


net = Net()
reveal(net)  # module, Net
reveal(net.linear)  # module, torch.nn.Linear
reveal(net.head)  # module, sequential
reveal(net.head[1])  # module, torch.nn.Sigmoid
reveal(net.head[-1])  # module, torch.nn.Sigmoid
reveal(net.weight)  # tensor, grad, parameter
reveal(net(x))  # tensor, grad, sigmoid
reveal(net.forward(x))  # tensor, grad, sigmoid
reveal(net.lazily)  # module, torch.nn.Linear


class Deeper(Net):
    def __init__(self):
        super().__init__()
        self.last = nn.Softmax(dim=1)

    def forward(self, x):
        x = super().forward(x)
        reveal(x)  # tensor, grad, sigmoid
        reveal(self.linear)  # module, torch.nn.Linear
        return self.last(x)


reveal(Deeper()(x))  # tensor, grad, softmax
reveal(Deeper().helper(x))  # tensor, grad


class Either(nn.Module):
    def __init__(self, kind):
        super().__init__()
        if kind == "linear":
            self.layer = nn.Linear(3, 1)
        else:
            self.layer = nn.Conv2d(3, 1, 1)
        self.loss = None

    def set_loss(self):
        self.loss = nn.BCELoss()

    def forward(self, x):
        reveal(self.layer)  # module, either
        reveal(self.layer(x))  # tensor, grad
        reveal(self.loss)  # module, torch.nn.BCELoss
        return self.layer(x)


class Base(nn.Module):
    def forward(self, x):
        return self.embed(x)


class Embeds(Base):
    def embed(self, x):
        return torch.sigmoid(x)


reveal(Embeds()(torch.randn(3, requires_grad=True)))  # tensor, grad, sigmoid


class Trainer:
    def __init__(self, model, rate=0.1):
        self.model = model
        self.net = Net()
        self.wrapped = nn.DataParallel(self.net)
        self.criterion = nn.BCELoss()
        self.optimizer = torch.optim.SGD(self.net.parameters(), rate)
        self.losses = []
        self.best, self.epoch = None, 0
        self.history = {"loss": []}

    def run(self, loader):
        reveal(self)  # instance, Trainer
        reveal(self.net)  # module, Net
        reveal(self.criterion)  # module, torch.nn.BCELoss
        reveal(self.optimizer)  # optimizer, torch.optim.SGD
        reveal(self.wrapped)  # module, Net
        reveal(self.wrapped.module)  # module, Net
        reveal(self.losses)  # list, of (tensor, grad)
        reveal(self.epoch)  # number
        self.output = self.net(x)
        reveal(self.output)  # tensor, grad, sigmoid
        loss = self.criterion(self.output, x)
        reveal(loss)  # tensor, grad
        self.losses.append(loss)
        self.net.linear.extra = loss
        reveal(self.net.linear.extra)  # tensor, grad
        reveal(self.total)  # tensor, grad

    @property
    def total(self):
        return self.losses[0]


trainer = Trainer(net)
reveal(trainer.net)  # module, Net
reveal(trainer.model)  # module, Net
reveal(trainer.criterion(net(x), x))  # tensor, grad
reveal(Trainer.run)  # function, run
reveal(trainer.run)  # method, run

# functools.partial binds the first arguments.
squash = partial(F.softmax, dim=1)
reveal(squash(net.weight))  # tensor, grad, softmax
make = functools.partial(nn.Linear, 3)
reveal(make(1))  # module, torch.nn.Linear
make_net = partial(Net, act=nn.Tanh)
reveal(make_net())  # module, Net


def add(a, b):
    return a + b


reveal(partial(add, net.weight)(1))  # tensor, grad
reveal(partial(add, b=net.weight)(a=1))  # tensor, grad

# What wraps a model behaves like it.
reveal(torch.compile(net))  # module, Net
reveal(torch.compile(net)(x))  # tensor, grad, sigmoid


class Ungathered(nn.DataParallel):
    def gather(self, outputs, output_device):
        return outputs


reveal(nn.DataParallel(net)(x))  # tensor, grad, sigmoid
reveal(nn.DataParallel(net).module)  # module, Net
reveal(Ungathered(net)(x))  # tensor, grad, sigmoid
reveal(Ungathered(net).module)  # module, Net
reveal(DDP(net, device_ids=[0])(x))  # tensor, grad, sigmoid
reveal(DDP(module=net).module.head)  # module, sequential
reveal(torch.jit.script(net))  # module, Net
reveal(copy.deepcopy(net)(x))  # tensor, grad, sigmoid
compiled = torch.compile(mode="max-autotune")(net)
reveal(compiled(x))  # tensor, grad, sigmoid
net = net.to("cuda")
net = nn.DataParallel(net)
reveal(net.cuda()(x))  # tensor, grad, sigmoid


@torch.compile
def compiled_function(x):
    return torch.sigmoid(x)


reveal(compiled_function(net.module.weight))  # tensor, grad, sigmoid


# Sequential: the last part decides.
reveal(nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())(x))  # tensor, grad, sigmoid
reveal(nn.Sequential(nn.Sigmoid(), nn.Linear(3, 1))(x))  # tensor, grad
reveal(nn.Sequential(nn.Linear(3, 1), nn.Sigmoid(), nn.Flatten(), nn.Dropout())(x))  # tensor, grad, sigmoid
reveal(nn.Sequential(nn.Sequential(nn.Linear(3, 1), nn.Softmax(dim=1)), nn.Identity())(x))  # tensor, grad, softmax
reveal(nn.Sequential(Net(), nn.Flatten())(x))  # tensor, grad, sigmoid
layers = [nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1)]
reveal(nn.Sequential(*layers)(x))  # tensor, grad
layers += [nn.Sigmoid()]
reveal(nn.Sequential(*layers)(x))  # tensor, grad, sigmoid
layers.append(nn.Linear(1, 1))
reveal(nn.Sequential(*layers)(x))  # tensor, grad
named = nn.Sequential()
named.add_module("linear", nn.Linear(3, 1))
named.add_module("squash", nn.Sigmoid())
reveal(named(x))  # tensor, grad, sigmoid


# One place that makes several kinds of parts is none of them for sure.
class Choosing(nn.Module):
    def __init__(self, act, last):
        super().__init__()
        self.act = act()
        self.head = nn.Sequential(nn.Linear(3, 1), last())

    def forward(self, x):
        reveal(self.act(self.head(x)))  # tensor, grad, perhaps sigmoid
        reveal(self.head(x))  # tensor, grad, perhaps sigmoid
        return self.head(x)


Choosing(nn.Sigmoid, nn.Sigmoid)(x)
Choosing(nn.Tanh, nn.Tanh)(x)


class Collecting(nn.Module):
    """Its constructor collects parts in a list, and holds a module of them in the end."""

    def __init__(self, parts, deep):
        super().__init__()
        self.blocks = [nn.Linear(3, 3) for _ in range(parts)]
        self.blocks = nn.ModuleList(self.blocks)
        self.layers = []
        for _ in range(parts):
            self.layers.append(nn.Linear(3, 3))
        self.layers = nn.Sequential(*self.layers)
        self.either = []
        if deep:
            self.either = nn.ModuleList(self.either)

    def forward(self, x):
        reveal(self.blocks[0])  # module, torch.nn.Linear
        reveal(self.layers)  # module, sequential
        reveal(self.either)  # unknown
        return self.layers(self.blocks[0](x))


Collecting(3, True)(x)
