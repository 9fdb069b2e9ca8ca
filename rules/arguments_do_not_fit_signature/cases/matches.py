"""A `match` chooses between modules, and between calls of them."""

from torch import nn


class Graph(nn.Module):
    def forward(self, graph, x):
        return x


class Plain(nn.Module):
    def forward(self, x):
        return x


class Net(nn.Module):
    def __init__(self, kind, flag):
        super().__init__()
        self.kind = kind
        self.flag = flag
        self.net = Graph() if kind == "graph" else Plain()
        self.other = Graph() if flag else Plain()
        match kind:
            case "graph":
                self.third = Graph()
            case "plain":
                self.third = Plain()

    def forward(self, g, x):
        match self.kind:
            case "graph":
                x = self.net(g, x)
                x = self.third(g, x)
            case "plain":
                x = self.third(x)
            case _:
                x = self.net(x)
        match self.flag:
            case True:
                x = self.other(g, x)
            case False:
                x = self.other(x)
        match self.kind:
            case "graph":
                x = self.third(x)  # finding: `Graph.forward` is called without `x`
        return x


class Guarded(nn.Module):
    def __init__(self, kind, deep):
        super().__init__()
        self.kind, self.deep = kind, deep
        self.net = Graph() if kind == "graph" else Plain()
        self.last = Graph() if deep else Plain()

    def forward(self, g, x):
        match self.kind, self.deep:
            case "graph", _:
                x = self.net(g, x)
            case _:
                x = self.net(x)
        match self.kind:
            case "graph" if not self.deep:
                x = self.last(x)
            case "plain" | "none":
                x = self.net(x)
            case "graph":
                x = self.net(g, x)
        match self.deep:
            case False:
                return self.last(x)
            case _:
                return self.last(x)  # finding: `Graph.forward` is called without `x`
