import torch
import torch.nn as nn


class ReadByName(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer1, self.layer2 = nn.Linear(3, 3), nn.Linear(3, 3)
        self.layer3 = nn.Linear(3, 3)

    def forward(self, x):
        for number in range(1, 4):
            x = getattr(self, f"layer{number}")(x)
        return x


class GoneThrough(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)

    def forward(self, x):
        for layer in self.children():
            x = layer(x)
        return x


class UsedFromOutside(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.auxiliary = nn.Linear(3, 3)
        self.listed = nn.Linear(3, 3)

    def forward(self, x):
        return self.body(x)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 3)
        self.decoder = nn.Linear(3, 3)
        self.decoder.weight = self.encoder.weight

    def forward(self, x):
        return self.encoder(x)


class Sequence(nn.Sequential):
    def __init__(self):
        super().__init__()
        self.only = nn.Linear(3, 3)


class Abstract(nn.Module):
    """What subclasses do with the layer, they know."""

    def __init__(self):
        super().__init__()
        self.projection = nn.Linear(3, 3)

    def forward(self, x):
        raise NotImplementedError


class Used(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 3)
        self.activation = nn.ReLU()
        self.dropout = nn.Dropout(0.0)

    def classify(self, x):
        return self.head(x)

    def forward(self, x):
        return x


class HandsItselfOn(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)

    def forward(self, x):
        return run(self, x)


class UsedBelow(nn.Module):
    def __init__(self):
        super().__init__()
        self.more = nn.Linear(3, 3)

    def forward(self, x):
        return x


class Below(UsedBelow):
    def forward(self, x):
        return self.more(x)


def run(module, x):
    return getattr(module, "in" + "ner")(x)


model = UsedFromOutside()
print(model.auxiliary(torch.ones(3)), [name for name in ("listed",)])
chain = nn.Sequential()
chain.add_module("first", nn.Linear(3, 3))


class Weighed(nn.Module):
    """Has no layer but the one that it is given."""

    def __init__(self, net, weights):
        super().__init__()
        self.net = net
        self.weights = weights

    def forward(self, x):
        return self.net(x) * len(self.weights)


class WeighedTwice(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)
        self.of_training = Weighed(self.net, [1, 2])
        self.of_validation = Weighed(self.net, [3])

    def forward(self, x):
        return self.of_training(x)


SHARED = {}


def shared_encoder(width):
    if width not in SHARED:
        SHARED[width] = nn.Linear(width, width)
    return SHARED[width]


class Lists(nn.Module):
    """Has a list of losses, one of layers that it is given, one that it uses, and a layer that is kept elsewhere."""

    def __init__(self, layers):
        super().__init__()
        self.losses = nn.ModuleList()
        self.losses.append(nn.MSELoss())
        self.given = nn.ModuleList([layer for layer in layers])
        self.used = nn.ModuleList()
        for _ in range(3):
            self.used.append(nn.Linear(3, 3))
        self.encoder = shared_encoder(3)

    def forward(self, x):
        for layer in self.used:
            x = layer(x)
        return x


class Registers(nn.Module):
    """Uses its layers by a plain list; the other one only registers their parameters."""

    def __init__(self, depth):
        super().__init__()
        self.layers, self.registered = [], nn.ModuleList()
        for _ in range(depth):
            layer = nn.Linear(3, 3)
            self.layers.append(layer)
            self.registered.append(layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def head_for(net):
    head = nn.Linear(3, 3)
    net.add_module("head", head)
    return head


class OfAnother(nn.Module):
    """What it keeps is a part of another model."""

    def __init__(self, net):
        super().__init__()
        self.net = net
        self.head = head_for(net)

    def forward(self, x):
        return self.net(x)
