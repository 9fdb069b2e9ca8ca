"""What is changed before the wrapper, after the training, or was never frozen for it."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.backbone(x))


def step(model, x, optimizer):
    optimizer.zero_grad()
    model(x).sum().backward()
    optimizer.step()


def freed_in_time(x):
    net = Net()
    net.requires_grad_(False)
    net.head.requires_grad_(True)
    model = DDP(net)
    step(model, x, torch.optim.SGD(net.head.parameters(), lr=0.1))
    model.module.head.requires_grad_(True)
    step(model, x, torch.optim.SGD(net.head.parameters(), lr=0.1))


def another_part(x):
    net = Net()
    net.backbone.requires_grad_(False)
    model = DDP(net)
    for parameter in model.module.head.parameters():
        parameter.requires_grad = True
    step(model, x, torch.optim.SGD(net.head.parameters(), lr=0.1))


def taken_in_turns(x, optimizer, epochs):
    """As the networks of a GAN are: both were trained when they were wrapped."""
    first, second = DDP(Net()), DDP(nn.Linear(2, 2))
    for _ in range(epochs):
        for parameter in second.parameters():
            parameter.requires_grad = False
        step(nn.Sequential(first, second), x, optimizer)
        for parameter in second.parameters():
            parameter.requires_grad = True
        step(second, first(x).detach(), optimizer)


def frozen_after_it_was_wrapped(x, epochs):
    model = DDP(Net(), find_unused_parameters=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.module.backbone.requires_grad_(False)
    for epoch in range(epochs):
        if epoch == 3:
            model.module.backbone.requires_grad_(True)
        step(model, x, optimizer)


def wrapped_again(x, epochs):
    net = Net()
    net.backbone.requires_grad_(False)
    model = DDP(net)
    for epoch in range(epochs):
        if epoch == 3:
            net.requires_grad_(True)
            model = DDP(net)
        step(model, x, torch.optim.SGD(net.parameters(), lr=0.1))


def converted_for_export(x, path):
    model = DDP(Net())
    step(model, x, torch.optim.SGD(model.parameters(), lr=0.1))
    model.half()
    torch.save(model.module.cpu().state_dict(), path)


def of_the_same_type(x):
    net = Net().bfloat16()
    model = DDP(net)
    model.bfloat16()
    step(model, x, torch.optim.SGD(model.parameters(), lr=0.1))


def to_where_it_is(x):
    model = DDP(Net().cuda()).to("cuda")
    model.float()
    step(model, x, torch.optim.SGD(model.parameters(), lr=0.1))


def not_trained(x):
    model = DDP(Net())
    model.half()
    with torch.no_grad():
        return model(x)


def freed_before(x):
    net = Net()
    for parameter in net.parameters():
        parameter.requires_grad = False
    for parameter in net.parameters():
        parameter.requires_grad = True
    model = DDP(net)
    model.requires_grad_(True)
    step(model, x, torch.optim.SGD(model.parameters(), lr=0.1))
