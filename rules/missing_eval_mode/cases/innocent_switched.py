"""Models in eval mode, whoever put them there."""

import contextlib

import torch
import torch.nn.functional as F
from elsewhere import prepare
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel

train_loader, test_loader = DataLoader([]), DataLoader([])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Dropout(0.5))

    def forward(self, x):
        return self.layers(x)


def train(net, loader):
    optimizer = torch.optim.Adam(net.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(images), labels).backward()
        optimizer.step()


@torch.no_grad()
def accuracy(net, loader):
    return [(net(images).argmax(1) == labels).float().mean().item() for images, labels in loader]


@torch.no_grad()
def correct(net, loader):
    total = 0
    for images, labels in loader:
        total += (net(images).argmax(1) == labels).sum().item()
    return total


# By the caller.
by_caller = Net()
train(by_caller, train_loader)
by_caller.eval()
print(correct(by_caller, test_loader))

# With a flag, and with a variable that nobody knows.
flagged = Net()
train(flagged, train_loader)
flagged.train(False)
print(correct(flagged, test_loader))
flagged.train(mode=bool(torch.randn(1) > 0))
print(correct(flagged, test_loader))


# By a function of the project, with or without a way out before its end.
def set_mode(net, training):
    if training:
        net.train()
        return
    net.eval()


switched = Net()
set_mode(switched, True)
train(switched, train_loader)
set_mode(switched, False)
print(correct(switched, test_loader))
set_mode(switched, training=len(test_loader) > 3)
print(correct(switched, test_loader))


# By a context manager: a function, a class.
@contextlib.contextmanager
def evaluating(net):
    was = net.training
    net.eval()
    try:
        yield net
    finally:
        net.train(was)


class Evaluation:
    def __init__(self, net):
        self.net = net

    def __enter__(self):
        self.net.eval()
        return self.net

    def __exit__(self, *problem):
        self.net.train()


managed = Net()
train(managed, train_loader)
with evaluating(managed):
    print(correct(managed, test_loader))
with Evaluation(managed) as net:
    print(correct(net, test_loader))


# By code that another file defines.
prepared = Net()
train(prepared, train_loader)
prepare(prepared)
print(correct(prepared, test_loader))

# In the constructor.
class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5))
        self.eval()

    def train(self, mode=True):
        return super().train(False)

    def forward(self, x):
        return self.layers(x)


frozen = Frozen()
frozen.load_state_dict(torch.load("weights.pt"))
print(correct(frozen, test_loader))

# transformers loads models in eval mode.
encoder = AutoModel.from_pretrained("some/encoder")
print(correct(encoder, test_loader))


# A model that is given, to a function that nobody here calls.
def given(net: Net, loader):
    net.load_state_dict(torch.load("weights.pt"))
    return correct(net, loader)


# Only on some ways.
perhaps = Net()
train(perhaps, train_loader)
if len(test_loader) > 3:
    perhaps.eval()
print(correct(perhaps, test_loader))

# Each of several.
ensemble = [Net() for _ in range(3)]
for member in ensemble:
    train(member, train_loader)
for member in ensemble:
    member.eval()
for member in ensemble:
    print(correct(member, test_loader))

# Two of one kind, made at one place.
def made():
    return Net()


teacher, student = made(), made()
teacher.eval()
student.train()
train(student, train_loader)
print(correct(teacher, test_loader))

# A copy that is in eval mode, and goes on as the model is trained.
from copy import deepcopy

model = Net()
average = deepcopy(model).eval()
for epoch in range(3):
    model.train()
    train(model, train_loader)
    print(correct(average, test_loader))
