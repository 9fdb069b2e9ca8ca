"""Objects that may be of several classes, and what is held in lists."""

import torch
from torch import nn


class Graph(nn.Module):
    def forward(self, graph, x):
        return x


class Wide(nn.Module):
    def forward(self, graph, x, edges):
        return x


class Plain(nn.Module):
    def forward(self, x):
        return x


def make(kind, width=4):
    if kind == "graph":
        made = Graph()
    elif kind == "linear":
        made = nn.Linear(width, width)
    elif kind in ("plain", "none"):
        made = Plain()
    else:
        raise NotImplementedError
    return made


HEADS = {"graph": Graph, "wide": Wide}
CHANGED = {"graph": Graph}
CHANGED["plain"] = Plain


class Net(nn.Module):
    def __init__(self, kind, deep, head):
        super().__init__()
        self._kind, self.deep = kind, deep
        self.decoder = make(kind)
        self.known = make("graph")
        self.head = HEADS[head]()
        self.other = CHANGED[head]()
        self.any = Graph() if deep else Wide()
        self.last = Graph() if deep else Plain()
        self.skip = Plain() if kind == "plain" else Graph()
        self.same = nn.ModuleList([Plain(), Plain()])
        self.layers = nn.ModuleList()
        for _ in range(3):
            if kind == "graph":
                self.layers.append(Graph())
            elif kind == "plain":
                self.layers.append(Plain())
        self.mixed = nn.ModuleList([Plain(), Graph()])
        self.grown = nn.ModuleList([Plain()])
        self.grown.extend([Graph()])

    def forward(self, graph, x):
        if self._kind in ("plain", "linaer"):
            y = self.decoder(x)
        else:
            y = self.decoder(graph, x)  # suspected: `nn.Linear.forward` takes 1 argument, but gets 2
        if self._kind in ("plain", "none", "linear"):
            y = self.decoder(x)
        else:
            y = self.decoder(graph, x)
        y = y + self.known(graph, x)
        y = y + self.known(x)  # finding: `Graph.forward` is called without `x`
        y = y + self.any(x)  # finding: `Graph.forward` is called without `x`
        y = y + self.last(graph, x)  # suspected: `Plain.forward` takes 1 argument, but gets 2
        y = y + self.last(x) if not self.deep else y
        y = y + self.head(graph, x)  # suspected: `Wide.forward` is called without `edges`
        y = y + self.other(x)
        if isinstance(self.skip, Plain):
            y = y + self.skip(x)
        y = y + self.skip(graph, x)  # suspected: `Plain.forward` takes 1 argument, but gets 2
        for layer in self.same:
            y = layer(y)
            y = layer(graph, y)  # finding: `Plain.forward` takes 1 argument, but gets 2
        for place, layer in enumerate(self.layers):
            y = layer(graph, y)  # suspected: `Plain.forward` takes 1 argument, but gets 2
            y = self.layers[place](graph, y) if self._kind == "graph" else self.layers[place](y)
        for layer in self.mixed:
            y = layer(y)
        for layer in self.grown:
            y = layer(graph, y)
        return y


Net("graph", torch.cuda.is_available(), "wide")
