"""Layers that are picked out of packaged models: of a VGG, they bring no BatchNorm along; of a ResNet, they do."""

import torch
import torch.nn.functional as F
from torch import nn
from torchvision import models
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.models.feature_extraction import create_feature_extractor


def fit(model, loader):
    optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()))
    for epoch in range(5):
        model.train()
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()


class OnVgg(nn.Module):
    def __init__(self):
        super().__init__()
        vgg = models.vgg19(weights="DEFAULT")
        self.features = nn.Sequential(*list(vgg.features.children())[:18])
        for p in self.features.parameters():
            p.requires_grad = False
        self.head = nn.Linear(256, 10)

    def forward(self, images):
        return self.head(self.features(images).mean((2, 3)))


class OnResNet(nn.Module):
    def __init__(self):
        super().__init__()
        resnet = models.resnet18(weights=models.ResNet18_Weights.DEFAULT)
        self.features = nn.Sequential(*list(resnet.children())[:-1])
        for p in self.features.parameters():  # finding: `self.features` is frozen
            p.requires_grad = False
        self.head = nn.Linear(512, 10)

    def forward(self, images):
        return self.head(self.features(images).flatten(1))


class OnNormalizedVgg(nn.Module):
    def __init__(self):
        super().__init__()
        vgg = models.vgg16_bn(weights="DEFAULT")
        self.features = nn.Sequential(*list(vgg.features.children())[:18])
        for p in self.features.parameters():  # suspected: `self.features` is frozen
            p.requires_grad = False
        self.head = nn.Linear(256, 10)

    def forward(self, images):
        return self.head(self.features(images).mean((2, 3)))


def of_classes(loader):
    fit(OnVgg(), loader)
    fit(OnResNet(), loader)
    fit(OnNormalizedVgg(), loader)


def one_by_one(loader):
    vgg = models.vgg16(weights="DEFAULT").features
    few = nn.Sequential(*[vgg[i] for i in range(4)])
    for p in few.parameters():
        p.requires_grad = False
    fit(nn.Sequential(few, nn.Flatten(), nn.LazyLinear(10)), loader)


def put_in_later(loader):
    net, vgg = nn.Sequential(), models.vgg16(weights="DEFAULT")
    for number, layer in enumerate(vgg.features.children()):
        net.add_module(str(number), layer)
    for p in net.parameters():
        p.requires_grad = False
    fit(nn.Sequential(net, nn.Flatten(), nn.LazyLinear(10)), loader)


def up_to_a_layer(loader):
    net = create_feature_extractor(models.vgg16(weights="DEFAULT"), ["features.4"])
    net.requires_grad_(False)
    fit(net, loader)


def looked_up(loader):
    for net in (models.__dict__["vgg16"](weights="DEFAULT"), torch.hub.load("pytorch/vision", "vgg16")):
        net.requires_grad_(False)
        fit(net, loader)


class FixedNorm(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.register_buffer("scale", torch.ones(channels))

    def forward(self, x):
        return x * self.scale.view(1, -1, 1, 1)


def chosen_by_name(loader, name):
    fixed = getattr(models, name)(weights="DEFAULT", norm_layer=FixedNorm)
    body = IntermediateLayerGetter(fixed, return_layers={"layer4": "out"})
    body.requires_grad_(False)
    fit(body, loader)
    usual = getattr(models, name)(weights="DEFAULT")
    part = IntermediateLayerGetter(usual, return_layers={"layer4": "out"})
    part.requires_grad_(False)  # suspected: `part` is frozen
    fit(part, loader)


def videos(loader):
    clips = models.video.r3d_18(weights="DEFAULT")
    clips.requires_grad_(False)  # finding: `clips` is frozen
    fit(clips, loader)
    windows = models.video.swin3d_t(weights="DEFAULT")
    windows.requires_grad_(False)
    fit(windows, loader)


def detectors(loader):
    fixed = models.detection.retinanet_resnet50_fpn(weights="DEFAULT")
    fixed.requires_grad_(False)
    fit(fixed, loader)
    moving = models.detection.retinanet_resnet50_fpn_v2(weights="DEFAULT")
    moving.requires_grad_(False)  # finding: `moving` is frozen
    fit(moving, loader)
