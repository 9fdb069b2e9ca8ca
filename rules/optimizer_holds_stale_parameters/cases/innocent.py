import copy

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.fc = nn.Linear(4, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.fc(self.body(x))


def fit(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def head_alone(model, loader):
    """Called with a model that is made further down, where nothing is made after its optimizer."""
    head = torch.optim.SGD(model.fc.parameters(), lr=0.1)
    for x, y in loader:
        head.zero_grad()
        F.cross_entropy(model(x), y).backward()
        head.step()


def a_part_by_its_number(model, loader):
    last = torch.optim.SGD(model[2].parameters(), lr=0.1)
    for x, y in loader:
        last.zero_grad()
        F.cross_entropy(model(x), y).backward()
        last.step()


def fine_tuned(loader):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    a_part_by_its_number(model, loader)
    model = Net()
    head_alone(model, loader)


def head_first(loader):
    model = Net()
    model.fc = nn.Linear(8, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, optimizer, loader)


def optimizer_again(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, optimizer, loader)
    model.fc = nn.Linear(8, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, optimizer, loader)


def each_fold(folds):
    for loader in folds:
        model = Net()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        fit(model, optimizer, loader)


def wrapped(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model = nn.DataParallel(model)
    model = torch.compile(model)
    model = model.to("cpu")
    fit(model, optimizer, loader)


def without_parameters(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.fc = nn.Identity()
    fit(model, optimizer, loader)


def only_evaluated(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, optimizer, loader)
    model.fc = nn.Linear(8, 3)
    return model


def a_teacher(loader):
    student = Net()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    teacher = copy.deepcopy(student)
    for x, _ in loader:
        with torch.no_grad():
            target = teacher(x)
        optimizer.zero_grad()
        F.mse_loss(student(x), target).backward()
        optimizer.step()


def one_way_or_the_other(loader, is_new):
    model = Net()
    if is_new:
        model.fc = nn.Linear(8, 3)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, optimizer, loader)


def two_models(loader):
    generator, critic = Net(), Net()
    optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.1)
    optimizer_c = torch.optim.SGD(critic.parameters(), lr=0.1)
    for x, y in loader:
        optimizer_c.zero_grad()
        F.cross_entropy(critic(x), y).backward()
        optimizer_c.step()
        optimizer_g.zero_grad()
        F.cross_entropy(generator(x), y).backward()
        optimizer_g.step()


class MadeOnDemand(nn.Module):
    def build(self, size):
        self.gate = nn.Linear(size, 1)

    def forward(self, x):
        return self.gate(x)


def made_again_by_the_same_code(loader):
    model = MadeOnDemand()
    model.build(4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        try:
            out = model(x)
        except RuntimeError:
            model.build(8)
            out = model(x)
        optimizer.zero_grad()
        F.mse_loss(out, y).backward()
        optimizer.step()


class WithLoss(nn.Module):
    """Computes the loss beside the network, whose parameters it has."""

    def __init__(self, net, criterion):
        super().__init__()
        self.net, self.criterion = net, criterion

    def forward(self, x, y):
        return self.criterion(self.net(x), y)


class OnSeveralDevices(nn.DataParallel):
    def scatter(self, inputs, kwargs, device_ids):
        return super().scatter(inputs, kwargs, device_ids)


def wrapped_twice(loader):
    net = MadeOnDemand()
    net.build(4)
    net.train()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net = OnSeveralDevices(WithLoss(net, nn.MSELoss()))
    for x, y in loader:
        optimizer.zero_grad()
        net(x, y).mean().backward()
        optimizer.step()
