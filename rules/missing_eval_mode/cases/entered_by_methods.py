"""Models entered by methods of theirs: what the method reaches decides whether the mode matters."""

from functools import wraps

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

test_loader = DataLoader([])


def in_eval_mode(method):
    @wraps(method)
    def inner(self, *args):
        was_training = self.training
        self.eval()
        result = method(self, *args)
        self.train(was_training)
        return result

    return inner


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(8, 16), nn.Linear(16, 4)
        self.drop = nn.Dropout(0.3)

    def features(self, x):
        return self.drop(F.relu(self.first(x)))

    def forward(self, x):
        return self.last(self.features(x))

    def predict(self, x):
        return self.last(self.features(x)).argmax(1)

    @in_eval_mode
    def predict_surely(self, x):
        return self.last(self.features(x)).argmax(1)

    def project(self, x):
        return self.first(x)

    def classify(self, x):
        h = F.dropout(self.first(x), 0.2, training=self.training)
        return self.last(h)

    def classify_quietly(self, x):
        h = F.dropout(self.first(x), 0.2, training=False)
        return self.last(h)


class Flow(nn.Module):
    def __init__(self, quick=False):
        super().__init__()
        self.quick = quick
        self.blocks = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])
        self.drop = nn.Dropout(0.2)

    def forward(self, x):
        for block in self.blocks:
            x = self.drop(block(x))
        return x

    def reverse(self, z):
        for block in reversed(self.blocks):
            z = self.drop(block(z))
        return z

    def reverse_quickly(self, z):
        return self.blocks[0](z)

    def sample(self, count):
        draw = self.reverse_quickly if self.quick else self.reverse
        return draw(torch.randn(count, 8))


@torch.no_grad()
def reached_layers(path):
    tagger = Tagger()
    tagger.load_state_dict(torch.load(path))
    for x, y in test_loader:
        print((tagger.predict(x) == y).sum().item())  # finding: `tagger` is evaluated in train mode


@torch.no_grad()
def functional(path):
    tagger = Tagger()
    tagger.load_state_dict(torch.load(path))
    for x, y in test_loader:
        print((tagger.classify(x).argmax(1) == y).sum().item())  # finding: call `tagger.eval()` first


@torch.no_grad()
def without_them(path):
    tagger = Tagger()
    tagger.load_state_dict(torch.load(path))
    for x, y in test_loader:
        print((tagger.project(x).argmax(1) == y).sum().item())  # the dropout is behind this layer
        print((tagger.classify_quietly(x).argmax(1) == y).sum().item())


@torch.no_grad()
def switched_by_the_decorator(path):
    tagger = Tagger()
    tagger.load_state_dict(torch.load(path))
    for x, y in test_loader:
        print((tagger.predict_surely(x) == y).sum().item())


@torch.no_grad()
def drawn_from_noise(path):
    flow = Flow()
    flow.load_state_dict(torch.load(path))
    for _ in range(4):
        print(flow.reverse(torch.randn(4, 8)).tolist())  # finding: `flow` is evaluated in train mode


@torch.no_grad()
def drawn_in_eval_mode(path):
    flow = Flow()
    flow.load_state_dict(torch.load(path))
    flow.eval()
    print(flow.reverse(torch.randn(4, 8)).tolist())


@torch.no_grad()
def one_of_two_methods(path):
    model = Flow()
    model.load_state_dict(torch.load(path))
    print(model.sample(4).tolist())  # finding: `model` is evaluated in train mode


def between_epochs(loader):
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters())
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            (flow(x) ** 2).mean().backward()
            optimizer.step()
        with torch.no_grad():
            print(epoch, flow.sample(8).tolist())  # finding: `flow` is evaluated in train mode


class Trainer:
    def __init__(self, loader, settings):
        self.loader, self.count = loader, int(settings["count"])
        self.flow = Flow()
        self.optimizer = torch.optim.Adam(self.flow.parameters())

    def fit(self):
        for epoch in range(3):
            for x in self.loader:
                self.optimizer.zero_grad()
                (self.flow(x) ** 2).mean().backward()
                self.optimizer.step()
            with torch.no_grad():
                print(epoch, self.flow.sample(self.count).tolist())  # suspected: is evaluated in the mode it is


def after_training(loader, rows, labels):
    net = Tagger()
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        print((net(rows).argmax(1) == labels).sum().item())  # finding: `net` is evaluated in train mode


def trained_on_samples(loader, critic):
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters())
    for _ in loader:
        fake = flow.sample(8)
        print(fake.detach().mean())
        optimizer.zero_grad()
        critic(fake).mean().backward()
        optimizer.step()


def measured_before_the_step(loader):
    net = Tagger()
    optimizer = torch.optim.Adam(net.parameters())
    x = next(iter(loader))
    with torch.no_grad():
        print(net.predict(x).sum().item())  # before it is trained, its weights are random
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
