"""Frozen modules: what they give has a graph only if what they are given has one."""

import torch
from torch import nn
from torchvision import models

data = torch.rand(2, 8)
tokens = torch.randint(4, (2, 8))
generator = nn.Linear(8, 8)
fake = generator(data)


class Features(nn.Module):
    """Freezes itself, as feature extractors for perceptual losses do."""

    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
        self.second = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
        for parameter in self.parameters():
            parameter.requires_grad = False

    def forward(self, x):
        h = self.first(x)
        return [h, self.second(h)]


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(8))
        self.layers = nn.ModuleList([nn.Linear(8, 8), nn.Linear(8, 8)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x * self.scale


class Detached(Features):
    def forward(self, x):
        return self.second(self.first(x).detach())


class Indexed(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(16, 8)
        self.requires_grad_(False)

    def forward(self, x):
        return self.embedding(x.argmax(1))


class Quiet(Features):
    @torch.no_grad()
    def forward(self, x):
        return self.second(self.first(x))


class QuietInside(Features):
    def forward(self, x):
        with torch.no_grad():
            return self.second(self.first(x))


# By itself.
features = Features()
reveal(features(fake)[1])  # tensor, grad, relu
reveal(features(data)[1])  # tensor, no grad, relu, assumed
with torch.no_grad():
    reveal(features(fake)[1])  # tensor, no grad, relu
reveal(features(fake.detach())[1])  # tensor, no grad, relu, assumed
reveal(Detached()(fake))  # tensor, no grad, relu, assumed
reveal(Quiet()(fake))  # tensor, no grad, relu
reveal(QuietInside()(fake))  # tensor, no grad, relu
reveal(Indexed()(fake))  # tensor, no grad, assumed

# By whoever has made it, in each of the ways that people write.
scaled = Scaled()
reveal(scaled(data))  # tensor, grad
scaled.requires_grad_(False)
reveal(scaled(data))  # tensor, no grad
reveal(scaled(fake))  # tensor, grad
scaled.requires_grad_(True)
reveal(scaled(data))  # tensor, grad

one_by_one = Scaled()
for parameter in one_by_one.parameters():
    parameter.requires_grad_(False)
reveal(one_by_one(data))  # tensor, no grad
reveal(one_by_one(fake))  # tensor, grad

by_name = Scaled().eval()
for name, parameter in by_name.named_parameters():
    parameter.requires_grad = False
reveal(by_name(data))  # tensor, no grad
reveal(by_name(fake))  # tensor, grad


def set_requires_grad(nets, requires_grad=False):
    for net in nets:
        for parameter in net.parameters():
            parameter.requires_grad = requires_grad


critic = nn.Sequential(nn.Linear(8, 8), nn.LeakyReLU(), nn.Linear(8, 1))
set_requires_grad([critic], False)
reveal(critic(fake))  # tensor, grad
reveal(critic(data))  # tensor, no grad, assumed
set_requires_grad([critic], True)
reveal(critic(data))  # tensor, grad

# eval() freezes nothing.
in_eval_mode = Scaled().eval()
reveal(in_eval_mode(data))  # tensor, grad

# Only some parameters.
tuned = Scaled()
for name, parameter in tuned.named_parameters():
    if "scale" not in name:
        parameter.requires_grad = False
reveal(tuned(data))  # tensor, grad
but_the_last = Scaled()
for name, parameter in but_the_last.named_parameters():
    if name.startswith("layers.1"):
        continue
    parameter.requires_grad = False
reveal(but_the_last(data))  # tensor, grad
adapted = Scaled()
adapted.requires_grad_(False)
for name, parameter in adapted.named_parameters():
    if "scale" in name:
        parameter.requires_grad = True
reveal(adapted(data))  # tensor, grad


class Probe(nn.Module):
    """A frozen body, and a head that is trained."""

    def __init__(self):
        super().__init__()
        self.body = Scaled()
        for parameter in self.body.parameters():
            parameter.requires_grad = False
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        h = self.body(x)
        return h, self.head(h)


reveal(Probe()(data)[0])  # tensor, no grad
reveal(Probe()(data)[1])  # tensor, grad
reveal(Probe()(fake)[0])  # tensor, grad


class Thawed(nn.Module):
    """All of it is frozen, and then the head is not."""

    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(8, 8), nn.Linear(8, 2)
        for parameter in self.parameters():
            parameter.requires_grad = False
        for parameter in self.head.parameters():
            parameter.requires_grad = True

    def forward(self, x):
        h = self.body(x)
        return h, self.head(h)


reveal(Thawed()(data)[0])  # tensor, no grad, assumed
reveal(Thawed()(data)[1])  # tensor, grad

# Layers of PyTorch's, and models of other packages.
linear = nn.Linear(8, 8).requires_grad_(False)
reveal(linear(data))  # tensor, no grad, assumed
reveal(linear(fake))  # tensor, grad
words = nn.Embedding.from_pretrained(torch.rand(16, 8))
reveal(words(tokens))  # tensor, no grad, assumed
trained_words = nn.Embedding.from_pretrained(torch.rand(16, 8), freeze=False)
reveal(trained_words(tokens))  # tensor, grad
recurrent = nn.LSTM(8, 8)
recurrent.requires_grad_(False)
reveal(recurrent(data)[0])  # tensor, no grad, assumed
reveal(recurrent(fake)[0])  # tensor, grad
vgg = models.vgg16(weights=None)
vgg.requires_grad_(False)
reveal(vgg(data))  # output, no grad, assumed
reveal(vgg(fake))  # output, grad


class Loss(nn.Module):
    """A perceptual loss: its one model is frozen."""

    def __init__(self):
        super().__init__()
        self.features = Features()
        self.distance = nn.L1Loss()

    def forward(self, fake, real):
        return self.distance(self.features(fake)[1], self.features(real)[1])


reveal(Loss()(fake, data))  # tensor, grad
reveal(Loss()(data, data))  # tensor, no grad


def unseen(x, frozen: Features):
    reveal(features(x)[0])  # tensor, maybe grad, relu, assumed
