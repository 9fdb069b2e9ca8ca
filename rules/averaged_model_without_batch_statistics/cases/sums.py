"""Sums over the models of clients, whose classes a setting chooses; some have BatchNorm."""

import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4))

    def forward(self, x):
        return self.layers(x)


class Server:
    def __init__(self, settings):
        self.whole_model = copy.deepcopy(settings.model)
        self.shares = []
        self.models = []

    def average(self):
        self.whole_model = copy.deepcopy(self.models[0])
        for param in self.whole_model.parameters():
            param.data.zero_()
        for share, model in zip(self.shares, self.models):
            self.add(share, model)

    def add(self, share, model):
        for total, param in zip(self.whole_model.parameters(), model.parameters()):  # suspected: average `model.buffers()`
            total.data += param.data.clone() * share

    def average_slowly(self, decay, model):
        for total, param in zip(self.whole_model.parameters(), model.parameters()):
            total.data = decay * total.data + (1 - decay) * param.data


class OtherServer:
    def __init__(self, settings):
        self.model = settings.model

    def collect(self, users, count):
        for param in self.model.parameters():
            param.data = torch.zeros_like(param.data)
        for user in users:
            for total, own in zip(self.model.parameters(), user.net.parameters()):  # suspected: `user.net.buffers()`
                total.data = total.data + own.data.clone() * user.share
                self.running_mean = user.share * 0.5  # of the server, not of BatchNorm

    def step(self, other, rate):
        for total, param in zip(self.model.parameters(), other.parameters()):
            total.data = total.data - param.data * rate


def gathered(models, settings):
    whole_model = copy.deepcopy(settings.model)
    for param in whole_model.parameters():
        param.data.zero_()
    for model in models:
        for total, param in zip(whole_model.parameters(), model.parameters()):  # suspected: keeps the BatchNorm statistics
            total.data.add_(param.data, alpha=1 / len(models))
    return whole_model


def heads(clients, settings):
    head = copy.deepcopy(settings.head)
    for param in head.parameters():
        param.data.zero_()
    for client in clients:
        for total, param in zip(head.parameters(), client.head.parameters()):  # a head may have no BatchNorm
            total.data.add_(param.data, alpha=1 / len(clients))
    return head


def towards(first, second, rate):
    for p, q in zip(first.parameters(), second.parameters()):
        p.data.add_(q.data * rate)  # no parameters were set to zero


print(Server, OtherServer, gathered, towards, Net)
