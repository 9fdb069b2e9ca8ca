"""Modules that a loop takes from a model of which nothing else is known."""

import torch
from torch import nn
from torchvision import models


def children():
    net = models.resnet18()
    for child in net.children():
        child.requires_grad = False  # finding: `child.requires_grad` does not change any parameter
    for name, child in net.named_children():
        if name != "fc":
            child.requires_grad = False  # finding: does not change any parameter


def all_inside(model):
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.requires_grad = False  # finding: does not change any parameter
            module.weight.requires_grad = False


def all_but_the_last(model: nn.Module):
    for child in list(model.children())[:-1]:
        child.requires_grad = False  # finding: does not change any parameter


def parameters(model):
    for weight in model.parameters():
        weight.requires_grad = False
    for name, weight in model.named_parameters():
        weight.requires_grad = name.startswith("fc")


def inside(model):
    for child in model.children():
        for weight in child.parameters():
            weight.requires_grad = False


def slow_down(model: nn.Module, rate):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.learning_rate = rate  # finding: does not change any parameter group
    return optimizer
