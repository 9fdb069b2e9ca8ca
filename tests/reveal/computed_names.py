"""Attributes of a package whose names are computed."""

import timm
import torchvision
from torch import nn
from torchvision import models


def of_torchvision(name):
    reveal(getattr(models, name)())  # module
    reveal(models.__dict__[name](weights=None))  # module
    reveal(vars(torchvision.models)[name]())  # module
    reveal(models.__dict__["resnet18"]())  # module
    reveal(models.video.__dict__[name]())  # module


def of_others(name, registry):
    reveal(getattr(timm, name))  # unknown
    reveal(registry.__dict__[name])  # unknown


class Named(nn.Module):
    def __init__(self, parts, count):
        super().__init__()
        for name in ["encoder", "decoder"]:
            setattr(self, name, nn.Linear(3, 3))
        for i in range(3):
            setattr(self, f"layer{i}", nn.Linear(3, 3))
        for i in range(count):
            setattr(self, "block%d" % i, nn.Linear(3, 3))
        for i, width in enumerate(WIDTHS):
            setattr(self, f"norm_{i}", nn.BatchNorm1d(width))
        for name, part in {"head": nn.Linear(3, 1), "tail": nn.Linear(3, 1)}.items():
            setattr(self, name, part)
        for name, part in parts.items():
            setattr(self, name, part)
        self.count = count

    def forward(self, x):
        reveal(self.encoder)  # module, torch.nn.Linear
        reveal(self.decoder(x))  # tensor, grad
        reveal(self.layer2)  # module, torch.nn.Linear
        reveal(self.layer3)  # unknown
        reveal(self.head)  # module, torch.nn.Linear
        for i in range(3):
            reveal(getattr(self, f"layer{i}"))  # module, torch.nn.Linear
        for i in range(self.count):
            reveal(getattr(self, f"block{i}"))  # module, torch.nn.Linear
            reveal(getattr(self, "layer" + str(i)))  # module, torch.nn.Linear
            reveal(getattr(self, f"other{i}"))  # unknown
        for name in ("encoder", "tail"):
            x = getattr(self, name)(x)
        reveal(x)  # tensor, maybe grad
        return x


WIDTHS = (3, 3)


class Plain:
    def __init__(self, **settings):
        self.__dict__["net"] = nn.Linear(3, 3)
        vars(self)["loss"] = nn.MSELoss()
        self.__dict__.update({"head": nn.Linear(3, 1)}, rate=0.1)
        self.__dict__.update(settings)

    def run(self, name):
        reveal(self.net)  # module, torch.nn.Linear
        reveal(self.loss)  # module, torch.nn.MSELoss
        reveal(self.head)  # module, torch.nn.Linear
        reveal(self.rate)  # number
        reveal(self.__dict__["net"])  # module, torch.nn.Linear
        reveal(vars(self)["head"])  # module, torch.nn.Linear
        reveal(getattr(self, name))  # unknown


class Hidden(nn.Module):
    """A module in the `__dict__` is no part of the model."""

    def __init__(self):
        super().__init__()
        self.__dict__["teacher"] = nn.Linear(3, 3)

    def forward(self, x):
        return self.teacher(x)
