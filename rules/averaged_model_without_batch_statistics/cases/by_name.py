"""Averages by the names of parameters, and of models whose family has BatchNorm."""

import torch
from torch import nn
from torchvision.models import resnet18, vgg11


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4))

    def forward(self, x):
        return self.layers(x)


def accumulate(average, model, decay=0.999):
    mine, others = dict(average.named_parameters()), dict(model.named_parameters())
    for name in mine.keys():  # finding: `average` keeps its initial BatchNorm statistics
        mine[name].data.mul_(decay).add_(others[name].data, alpha=1 - decay)


def by_name(rows):
    model, average = Net(), Net()
    average.eval()
    accumulate(average, model)
    with torch.no_grad():
        return average(rows)


def follow_named(average, model):
    for (_, p), (_, q) in zip(average.named_parameters(), model.named_parameters()):  # finding: `average` keeps its
        p.data.lerp_(q.data, 0.001)


def named(rows):
    model, average = Net(), Net()
    average.eval()
    follow_named(average, model)
    with torch.no_grad():
        return average(rows)


def count(average, model):
    mine, others = dict(average.named_parameters()), dict(model.named_parameters())
    return sum((mine[name] - others[name]).abs().sum() for name in mine)


def counted():
    return count(Net(), Net())


def follow(average, model, decay=0.999):
    for p, q in zip(average.parameters(), model.parameters()):  # finding: `average` keeps its initial BatchNorm
        p.data.mul_(decay).add_(q.data, alpha=1 - decay)


def of_a_family(images):
    model, average = resnet18(num_classes=10), resnet18(num_classes=10)
    average.eval()
    follow(average, model)
    with torch.no_grad():
        return average(images)


def follow_without(average, model, decay=0.999):
    for p, q in zip(average.parameters(), model.parameters()):
        p.data.mul_(decay).add_(q.data, alpha=1 - decay)


def of_a_family_without(images):
    model, average = vgg11(num_classes=10), vgg11(num_classes=10)
    average.eval()
    follow_without(average, model)
    normed = resnet18(norm_layer=nn.InstanceNorm2d)
    normed.eval()
    follow_without(normed, resnet18(norm_layer=nn.InstanceNorm2d))
    with torch.no_grad():
        return average(images), normed(images)
