"""Containers whose modules PyTorch knows, need not know, or is not meant to know."""

import torch
import torch.nn as nn


class Registered(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 8)
        self.both = [self.a, self.b]
        last = nn.Linear(8, 8)
        self.last = last
        self.ends = [self.a, last]
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(8, 8), nn.ReLU()]
        self.net = nn.Sequential(*layers)
        self.parts = layers
        self.blocks = [nn.Linear(8, 8) for _ in range(depth)]
        self.registered = nn.ModuleList(self.blocks)
        self.wrapped = [nn.Linear(8, 8) for _ in range(depth)]
        self.wrapped = nn.ModuleList(self.wrapped)
        self.first = [layer for layer in self.registered]

    def forward(self, x):
        for layer in self.both + self.ends + self.parts + self.blocks + self.first:
            x = layer(x)
        return self.net(x)


class OneByOne(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(depth)]
        for number, layer in enumerate(self.layers):
            self.add_module(f"layer{number}", layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class BySetattr(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = []
        for number in range(depth):
            layer = nn.Linear(8, 8)
            setattr(self, f"layer{number}", layer)
            self.layers.append(layer)

    def forward(self, x):
        return self.layers[0](x)


class OwnParameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(8, 8), nn.Linear(8, 8)]

    def parameters(self, recurse=True):
        for layer in self.layers:
            yield from layer.parameters()

    def forward(self, x):
        return self.layers[1](self.layers[0](x))


class OnPurpose(nn.Module):
    """A teacher that is not to be saved with the student, an encoder that belongs to somebody else."""

    def __init__(self, encoder, teachers):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self._teacher = [nn.Linear(8, 8)]
        self._named = {"teacher": nn.Linear(8, 8)}
        self._encoder = [encoder, encoder]
        self._teachers = teachers

    def forward(self, x):
        taught = self._teacher[0](x) + self._named["teacher"](x) + self._teachers[0](x)
        return self.fc(self._encoder[0](x)) + taught


class LookedAfter(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.frozen = [nn.Linear(8, 8).eval() for _ in range(3)]
        for layer in self.frozen:
            layer.to(device)
        self.trained = [nn.Linear(8, 8), nn.Linear(8, 8)]
        self.optimizer = torch.optim.SGD(self.trained[0].parameters(), lr=0.1)

    def forward(self, x):
        return self.frozen[0](x) + self.trained[1](x)


class WithoutParameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.activations = [nn.ReLU(), nn.Tanh()]
        self.losses = {"mse": nn.MSELoss(), "mae": nn.L1Loss()}
        self.norms = [nn.InstanceNorm2d(8), nn.InstanceNorm2d(8)]
        self.sizes = [8, 8]
        self.buffers_ = [torch.zeros(8), torch.ones(8)]

    def forward(self, x):
        return self.activations[0](x) + self.losses["mse"](x, x) + self.norms[0](x) + self.sizes[0] + self.buffers_[0]


class Local(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(8, 8), nn.Linear(8, 8)]
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x)


class Shared(nn.Module):
    """Handed on in the settings of the two networks that register them."""

    def __init__(self, settings, build):
        super().__init__()
        self.norms = [nn.BatchNorm1d(8) for _ in range(3)]
        settings["norms"] = self.norms
        self.fast, self.slow = build(settings), build(settings)

    def forward(self, x):
        return self.fast(x) + self.slow(x) * len(self.norms)


class Either(nn.Module):
    """A plain list for what has no parameters."""

    def __init__(self, learned):
        super().__init__()
        if learned:
            self.ups = nn.ModuleList()
        else:
            self.ups = []
        for _ in range(3):
            self.ups.append(nn.ConvTranspose1d(4, 4, 2, stride=2) if learned else nn.Upsample(scale_factor=2))

    def forward(self, x):
        for up in self.ups:
            x = up(x)
        return x


class Unused(nn.Module):
    """Nothing in this file reads it."""

    def __init__(self):
        super().__init__()
        self.spare = [nn.Linear(8, 8), nn.Linear(8, 8)]

    def forward(self, x):
        return x


class Trainer:
    """No module: it keeps models as it likes."""

    def __init__(self):
        self.models = [nn.Linear(8, 8), nn.Linear(8, 8)]
        self.optimizers = [torch.optim.SGD(m.parameters(), lr=0.1) for m in self.models]

    def forward(self, x):
        return self.models[0](x)


class WithOptimizers(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.optimizers = [torch.optim.SGD(self.fc.parameters(), lr=0.1), torch.optim.Adam(self.fc.parameters())]

    def forward(self, x):
        return self.fc(x), self.optimizers
