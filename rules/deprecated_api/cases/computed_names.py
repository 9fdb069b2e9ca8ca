"""Models whose names are options: of torchvision, and of packages whose `pretrained` is their own."""

import models
import pretrainedmodels
import torch
import torchvision


def of_torchvision(name, is_first):
    return (
        getattr(torchvision.models, name)(pretrained=True),  # finding: use `weights="IMAGENET1K_V1"`
        torchvision.models.__dict__[name](pretrained=False),  # finding: use `weights=None`
        vars(torchvision.models)[name](pretrained=is_first),  # finding: `pretrained=is_first` is deprecated and warns
        getattr(torchvision.models, "resnet18")(pretrained=True),  # finding: use `weights="IMAGENET1K_V1"`
        getattr(torchvision.models, name)(weights=None),
    )


def of_others(name):
    return (
        getattr(models, name)(pretrained=True),
        models.__dict__[name](pretrained=True),
        pretrainedmodels.__dict__[name](pretrained="imagenet"),
        torch.load(name)[name](pretrained=True),
    )
