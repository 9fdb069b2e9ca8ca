"""Functions and methods that freeze parameters, and have them want gradients again."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def set_trainable(module, wanted):
    for parameter in module.parameters():
        parameter.requires_grad_(wanted)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone, self.head = nn.Linear(4, 4), nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.backbone(x))

    def freeze(self):
        for parameter in self.backbone.parameters():
            parameter.requires_grad = False

    def unfreeze(self):
        for parameter in self.backbone.parameters():
            parameter.requires_grad = True

    def unfreeze_head(self):
        self.head.requires_grad_(True)


class Engine:
    """Holds the network, and wraps it on demand."""

    def __init__(self):
        self.net = Net()

    def train_backbone(self, wanted):
        inner = getattr(self.net, "module", self.net)
        for layers in (inner.backbone, inner.head):
            for parameter in layers.parameters():
                parameter.requires_grad_(wanted)

    def wrap(self, wrapper):
        self.net = wrapper(self.net)

    def loss(self, x):
        return self.net(x).mean()


def step(loss, optimizer):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def by_function(x, optimizer, epochs):
    model = Net()
    set_trainable(model.backbone, False)
    model = DistributedDataParallel(model)
    for epoch in range(epochs):
        if epoch == 3:
            set_trainable(model.module.backbone, True)  # finding: unfreezes parameters
            set_trainable(model.module.head, True)
        step(model(x).mean(), optimizer)


def by_method(x, optimizer, epochs):
    model = Net()
    model.freeze()
    model = DistributedDataParallel(model)
    for epoch in range(epochs):
        model.module.unfreeze_head()
        if epoch == 3:
            model.module.unfreeze()  # finding: unfreezes parameters
        step(model(x).mean(), optimizer)


def freed_before(x, optimizer, epochs):
    model = Net()
    set_trainable(model.backbone, False)
    set_trainable(model.backbone, True)
    model = DistributedDataParallel(model)
    for epoch in range(epochs):
        if epoch == 3:
            set_trainable(model.module.backbone, True)
        step(model(x).mean(), optimizer)


def of_an_engine(x, optimizer, epochs):
    engine = Engine()
    engine.train_backbone(False)
    engine.wrap(DistributedDataParallel)
    for epoch in range(epochs):
        if epoch == 3:
            engine.train_backbone(True)  # finding: unfreezes parameters
        step(engine.loss(x), optimizer)


def of_a_free_engine(x, optimizer, epochs):
    engine = Engine()
    engine.train_backbone(True)
    engine.wrap(DistributedDataParallel)
    for epoch in range(epochs):
        if epoch == 3:
            engine.train_backbone(True)
        step(engine.loss(x), optimizer)
