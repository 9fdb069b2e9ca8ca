"""A tour of calls that were good advice once."""

import torch
import torch.nn.functional as F
from scipy.misc import imresize
from torch import nn
from torchvision import models


def look_at(output):
    return F.softmax(output).argmax()  # finding: warns and picks its dimension


def networks():
    frozen = models.resnet18(False)  # finding: use `weights=None`
    trained = models.resnet18(pretrained=True)  # finding: use `weights="IMAGENET1K_V1"`
    return frozen, trained


def smaller(picture):
    return imresize(picture, (224, 224))  # finding: `scipy.misc.imresize` has been removed


def watch(module: nn.Module, hook):
    return module.register_backward_hook(hook)  # finding: use `register_full_backward_hook`


def channels(batch):
    images = torch.randn(batch, 3, 8, 8, names=("N", "C", "H", "W"))  # finding: fails in PyTorch 2.13
    return images.align_to("N", "H", "W", "C")  # finding: name the dimensions in a comment


def in_half_precision():
    torch.set_default_tensor_type(torch.HalfTensor)  # finding: use `torch.set_default_dtype`
