"""Objects that hold models which a function of the file makes and loads, and that evaluate them."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 2))

    def forward(self, rows):
        return self.layers(rows)


class QuietNet(Net):
    def __init__(self):
        super().__init__()
        self.eval()


def load_pair(path):
    first = Net()
    second = Net()
    weights = torch.load(path, weights_only=True)
    first.load_state_dict(weights["first"])
    second.load_state_dict(weights["second"])
    return first, second


def load_switched(path):
    switched = Net()
    switched.load_state_dict(torch.load(path, weights_only=True))
    switched.eval()
    return switched


def load_quiet(path):
    quiet = QuietNet()
    quiet.load_state_dict(torch.load(path, weights_only=True))
    return quiet


class Judge:
    def __init__(self, path):
        self.image_net, self.word_net = load_pair(path)
        self.image_net.eval()
        self.quiet = load_quiet(path)
        self.switched = load_switched(path)

    @torch.no_grad()
    def images(self, rows):
        return self.image_net(rows).argmax(1)

    @torch.no_grad()
    def words(self, rows):
        return self.word_net(rows).argmax(1)  # suspected: `self.word_net` is evaluated in whatever mode it is in

    @torch.no_grad()
    def others(self, rows):
        return self.switched(rows).argmax(1), self.quiet(rows).argmax(1)


class Server:
    def __init__(self, path):
        self.served = Net()
        self.served.load_state_dict(torch.load(path, weights_only=True))
        self.ready = Net()
        self.ready.load_state_dict(torch.load(path, weights_only=True))
        self.ready.eval()

    @torch.no_grad()
    def answer(self, rows):
        return self.served(rows).argmax(1)  # suspected: `self.served` is evaluated in whatever mode it is in

    @torch.no_grad()
    def answer_ready(self, rows):
        return self.ready(rows).argmax(1)
