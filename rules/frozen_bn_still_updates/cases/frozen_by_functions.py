"""Functions that freeze the module that they are given, and functions that do as their caller says."""

import torch
from torch import nn
from torchvision.models import resnet18


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False


def set_trainable(module, wanted):
    for _, p in module.named_parameters():
        p.requires_grad = wanted


def switch_gradients(module, wanted=False):
    module.requires_grad_(wanted)


def train(backbone, head, loader):
    optimizer = torch.optim.SGD(head.parameters(), 0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(backbone(x)), y).backward()
        optimizer.step()


def frozen(loader):
    backbone = resnet18(weights="DEFAULT")
    freeze(backbone)  # finding: `backbone` is frozen, but its BatchNorm statistics keep changing
    train(backbone, nn.Linear(1000, 4), loader)


def frozen_by_a_flag(loader):
    backbone = resnet18(weights="DEFAULT")
    set_trainable(backbone, wanted=False)  # finding: `backbone` is frozen
    train(backbone, nn.Linear(1000, 4), loader)


def frozen_by_default(loader):
    backbone = resnet18(weights="DEFAULT")
    switch_gradients(backbone)  # finding: `backbone` is frozen
    train(backbone, nn.Linear(1000, 4), loader)


def trained(loader):
    backbone = resnet18(weights="DEFAULT")
    set_trainable(backbone, True)
    train(backbone, nn.Linear(1000, 4), loader)


def frozen_for_a_while(loader):
    backbone = resnet18(weights="DEFAULT")
    head = nn.Linear(1000, 4)
    set_trainable(backbone, False)
    train(backbone, head, loader)
    set_trainable(backbone, True)
    train(backbone, head, loader)


def frozen_with_its_statistics(loader):
    backbone = resnet18(weights="DEFAULT")
    freeze(backbone)
    backbone.eval()
    train(backbone, nn.Linear(1000, 4), loader)


def as_the_settings_say(loader, settings):
    backbone = resnet18(weights="DEFAULT")
    switch_gradients(backbone, **settings)
    train(backbone, nn.Linear(1000, 4), loader)
