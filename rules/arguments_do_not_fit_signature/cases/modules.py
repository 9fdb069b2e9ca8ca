"""Calls of modules, with arguments that fit and that do not."""

import functools

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, width, out, bias=True, *, scale):
        super().__init__()
        self.linear, self.scale = nn.Linear(width, out, bias=bias), scale

    def forward(self, graph, x, mask=None):
        return self.linear(x) * self.scale


class Conditioned(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def forward(self, x, **conditions):
        return self.inner(x)


class Shared(Decoder):
    """Inherits forward and constructor."""


class WithOwnForward(Decoder):
    def forward(self, x):
        return self.linear(x)


class Checked(Decoder):
    @torch.no_grad()
    def forward(self, graph):
        return self.linear(graph)


def spread(function):
    @functools.wraps(function)
    def wrapper(self, pair):
        return function(self, *pair)

    return wrapper


class Spread(Decoder):
    @spread
    def forward(self, graph, x):
        return self.linear(x)


class Called(Decoder):
    def __call__(self, pair):
        return self.forward(*pair)


class Net(nn.Module):
    def __init__(self, block=None, make=None):
        super().__init__()
        self.decoder = Decoder(4, 4, scale=2.0)
        self.moved = Shared(4, 4, scale=2.0).to("cpu").eval()
        self.own = WithOwnForward(4, 4, scale=1.0)
        self.checked = Checked(4, 4, scale=1.0)
        self.spread, self.called = Spread(4, 4, scale=1.0), Called(4, 4, scale=1.0)
        self.conditioned = Conditioned()
        self.given = block or nn.Identity()
        self.made = make()
        self.net = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        self.rnn, self.attention = nn.GRU(4, 4), nn.MultiheadAttention(4, 1)
        self.replaced = Decoder(4, 4, scale=2.0)
        self.late = None
        self.compiled = torch.compile(Decoder(4, 4, scale=1.0))

    def forward(self, graph, x, *rest, **more):
        y = self.decoder(graph, x) + self.decoder(graph, x=x, mask=None)
        y = y + self.decoder(x)  # finding: `Decoder.forward` is called without `x`, so this call raises a TypeError
        y = y + self.decoder(*rest) + self.decoder(x, **more)
        y = y + self.decoder(graph, x, None, x, *rest)  # finding: `Decoder.forward` takes 3 arguments, but gets 4
        y = y + self.decoder(graph, x, weight=x, **more)  # finding: `Decoder.forward` has no parameter `weight`
        y = y + self.decoder(graph, x, graph=graph)  # finding: `Decoder.forward` gets `graph` twice
        y = y + self.moved(graph, x) + self.moved(x)  # finding: `Decoder.forward` is called without `x`
        y = y + self.own(x) + self.own(graph, x)  # finding: `WithOwnForward.forward` takes 1 argument, but gets 2
        y = y + self.checked(x) + self.checked(graph, x)  # finding: `Checked.forward` takes 1 argument, but gets 2
        y = y + self.spread((graph, x)) + self.called((graph, x))
        y = y + self.conditioned(x, time=x) + self.given(graph, x) + self.made(graph, x, x, x)  # finding: `Conditioned.forward` takes 1 argument
        y = y + self.net(y) + self.net(graph, y)  # finding: `nn.Sequential.forward` takes 1 argument, but gets 2
        y, _ = self.rnn(y, None)
        y, _ = self.attention(y, y, y, need_weights=False)
        y, _ = self.attention(y, y)  # finding: `nn.MultiheadAttention.forward` is called without `value`
        y = y + self.compiled(x)  # finding: `Decoder.forward` is called without `x`
        return y + self.replaced(x)

    def attach(self, encoder):
        self.late = encoder
        return self.late(1, 2, 3, 4)

    def probe(self, x):
        try:
            return self.decoder(x)
        except TypeError:
            return self.decoder(None, x)


net = Net(make=Conditioned)
net.replaced = nn.Identity()
net.decoder(torch.rand(2, 4))  # finding: `Decoder.forward` is called without `x`
Decoder(4, scale=1.0)  # finding: `Decoder` is called without `out`
Decoder(4, 4)  # finding: `Decoder` is called without `scale`
Shared(4, 4, False, 1.0)  # finding: `Shared` takes 3 arguments, but gets 4
Conditioned(4)  # finding: `Conditioned` takes no positional arguments, but gets 1
loss = nn.CrossEntropyLoss()
loss(torch.rand(2, 4), torch.zeros(2, dtype=torch.long))
loss(torch.rand(2, 4))  # finding: `nn.CrossEntropyLoss.forward` is called without `target`
