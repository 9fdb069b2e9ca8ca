"""Parameters that the wrapper has not got ready for."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.backbone.requires_grad_(False)

    def forward(self, x):
        return self.head(self.backbone(x))


class Plain(nn.Module):
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


def frozen_by_the_class(x, epochs):
    model = DDP(Net())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        if epoch == 3:
            for parameter in model.module.backbone.parameters():  # finding: unfreezes parameters
                parameter.requires_grad = True
        step(model, x, optimizer)


def frozen_here(x, epochs):
    net = Plain()
    net.backbone.requires_grad_(False)
    model = DDP(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        if epoch == 3:
            net.backbone.requires_grad_()  # finding: unfreezes parameters
        step(model, x, optimizer)


def another_type(x):
    model = DDP(Plain())
    model.bfloat16()  # finding: the parameters
    step(model, x.bfloat16(), torch.optim.SGD(model.parameters(), lr=0.1))


def another_type_by_name(x):
    model = DDP(Plain())
    model.module.to(torch.float64)  # finding: the parameters
    step(model, x.double(), torch.optim.SGD(model.parameters(), lr=0.1))


def away_and_back(x, epochs):
    model = DDP(Plain().cuda())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        step(model, x, optimizer)
        model.cpu()  # finding: moves the parameters away and back
        print(sum(p.numel() for p in model.parameters()))
        model.cuda()
