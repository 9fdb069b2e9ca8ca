"""Attributes of a package whose names are computed."""

import timm
import torchvision
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
