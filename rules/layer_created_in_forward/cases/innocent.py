import functools

import torch
import torch.nn as nn


class WithoutParameters(nn.Module):
    def forward(self, x, target):
        x = nn.Upsample(scale_factor=2)(nn.ReLU()(x))
        pool = nn.AdaptiveAvgPool2d(1)
        x = nn.Softmax(dim=1)(nn.Flatten()(pool(x)))
        x = nn.Dropout(0)(x)
        return nn.CrossEntropyLoss()(x, target)


class WithoutAffine(nn.Module):
    def forward(self, x):
        x = nn.LayerNorm(x.shape[1:], elementwise_affine=False)(x)
        return nn.InstanceNorm2d(x.shape[1])(x)


class Kept(nn.Module):
    """Made when the first batch shows how wide it has to be."""

    def __init__(self):
        super().__init__()
        self.head = None
        self.others = nn.ModuleDict()

    def forward(self, x):
        if self.head is None:
            self.head = nn.Linear(x.shape[-1], 2).to(x.device)
        if "a" not in self.others:
            other = nn.Linear(x.shape[-1], 2)
            self.others["a"] = other
        return self.head(x) + self.others["a"](x)


class Fixed(nn.Module):
    """The weights are not random: they are worked out."""

    def __init__(self, kernel):
        super().__init__()
        self.kernel = kernel

    def forward(self, x):
        blur = nn.Conv2d(1, 1, 3, bias=False)
        blur.weight.data = self.kernel
        return blur(x)


class PutTogether(nn.Module):
    """The parts are the model's own; only the sequence is new."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        return nn.Sequential(self.first, nn.ReLU(), self.second)(x)


class Switched(nn.Module):
    def forward(self, x):
        return nn.Dropout(0.5).train(self.training)(x)


class Builder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = self.build(3)
        self.example = nn.Linear(3, 3)(torch.zeros(1, 3)).shape

    def build(self, width):
        layer = nn.Linear(width, width)
        print(layer(torch.zeros(1, width)).shape)
        return layer

    def grown(self, width):
        return nn.Linear(width, width)

    def forward(self, x):
        return self.net(x)


class Generated(nn.Module):
    def forward(self, x, weight):
        layer = nn.Linear(3, 3)
        return torch.func.functional_call(layer, {"weight": weight}, x)


def shapes(x):
    """No module's forward: made once, to be looked at."""
    return nn.Linear(3, 3)(x).shape


class Scored(nn.Module):
    """Holds a model that it is given, and has nothing of its own to train."""

    def __init__(self, model: nn.Module, rows):
        super().__init__()
        self.model = model
        self.register_buffer("rows", rows)

    def forward(self, x):
        return self.model(x) - self.model(self.rows)


class Tuned(nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.model = nn.Linear(4, 1)
        self.register_buffer("rows", rows)

    def factor(self):
        score = Scored(model=self.model, rows=self.rows)
        return score(self.rows).mean()

    def forward(self, x):
        return self.model(x) * self.factor()


HEADS = {}


def head_of(width):
    if width not in HEADS:
        HEADS[width] = nn.Linear(width, 2)
    return HEADS[width]


@functools.lru_cache
def cached_head(width):
    return nn.Linear(width, 2)


def blur(kernel):
    layer = nn.Conv2d(1, 1, 3, bias=False)
    layer.weight.data = kernel
    return layer


class MadeOnce(nn.Module):
    def __init__(self, kernel):
        super().__init__()
        self.kernel = kernel
        self.heads = {}

    def head(self, width):
        self.heads[width] = nn.Linear(width, 2)
        return self.heads[width]

    def forward(self, x):
        x = blur(self.kernel)(x).flatten(1)
        return head_of(x.size(1))(x) + cached_head(x.size(1))(x) + self.head(x.size(1))(x)


def edges():
    """Weights that are worked out, and never trained."""
    layer = nn.Conv2d(1, 1, 3)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.fill_(1 / 9)
    return layer


def frozen(width):
    return nn.Linear(width, width).requires_grad_(False)


def kept_in(heads, width):
    return heads.setdefault(width, nn.Linear(width, 2))


def registered(model, width):
    head = nn.Linear(width, 2)
    model.add_module("head", head)
    return head


class OfOthers(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = {}

    def forward(self, x):
        x = frozen(x.size(1))(edges()(x).flatten(1))
        return kept_in(self.heads, x.size(1))(x) + registered(self, x.size(1))(x)
