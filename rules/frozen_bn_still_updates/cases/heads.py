"""Heads on backbones of packages."""

import timm
import torch
import torch.nn.functional as F
import torchvision
from torch import nn
from torchvision import models


def fit(model, loader):
    optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()))
    for epoch in range(5):
        model.train()
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()


def new_head(loader):
    model = models.resnet18(weights="DEFAULT")
    for p in model.parameters():  # finding: `model` is frozen
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    fit(model, loader)


def all_but_the_head(loader):
    net = torchvision.models.resnet50(weights="DEFAULT", num_classes=10)
    for name, p in net.named_parameters():  # finding: `net` is frozen
        if "fc" not in name:
            p.requires_grad_(False)
    fit(net, loader)


def only_features(loader):
    net = models.efficientnet_b0(weights="DEFAULT")
    for p in net.features.parameters():  # finding: `net.features` is frozen
        p.requires_grad = False
    fit(net, loader)


def at_once(loader):
    net = timm.create_model("resnet50d", pretrained=True)
    net.requires_grad_(False)  # finding: `net` is frozen
    for p in net.get_classifier().parameters():
        p.requires_grad = True
    fit(net, loader)


def with_batch_norm(loader):
    net = models.vgg16_bn(weights="DEFAULT")
    net.requires_grad_(False)  # finding: `net` is frozen
    net.classifier = nn.Linear(25088, 10)
    fit(net, loader)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = models.resnet18(weights="DEFAULT")
        for p in self.backbone.parameters():  # finding: `self.backbone` is frozen
            p.requires_grad = False
        self.backbone.eval()  # until somebody calls train() on the whole
        self.head = nn.Linear(1000, 10)

    def forward(self, x):
        return self.head(self.backbone(x))


def whole(loader):
    fit(Model(), loader)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        resnet = torchvision.models.resnet101(pretrained=True)
        modules = list(resnet.children())[:-2]
        self.resnet = nn.Sequential(*modules)
        self.fine_tune(False)

    def forward(self, images):
        return self.resnet(images).mean(dim=(2, 3))

    def fine_tune(self, last):
        for p in self.resnet.parameters():  # finding: `self.resnet` is frozen
            p.requires_grad = False
        for block in list(self.resnet.children())[5:]:
            for p in block.parameters():
                p.requires_grad = last


def captions(loader):
    encoder, decoder = Encoder(), nn.Linear(2048, 10)
    optimizer = torch.optim.Adam(decoder.parameters())
    encoder.train()
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(decoder(encoder(images)), labels).backward()
        optimizer.step()


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(8, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8))
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


def norm_in_the_head(path, loader):
    probe = Plain()
    probe.load_state_dict(torch.load(path, weights_only=True))
    probe.head = nn.Sequential(nn.BatchNorm1d(8, affine=False), probe.head)
    for p in probe.parameters():
        p.requires_grad = False
    for p in probe.head.parameters():
        p.requires_grad = True
    fit(probe, loader)


def norm_in_the_body(path, loader):
    probe = Normed()
    probe.load_state_dict(torch.load(path, weights_only=True))
    for p in probe.parameters():  # finding: `probe` is frozen
        p.requires_grad = False
    probe.head.requires_grad_(True)
    fit(probe, loader)
