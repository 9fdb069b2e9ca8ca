"""Frozen modules that stay as they are, or are meant to change."""

import copy

import timm
import torch
import torch.nn.functional as F
from torch import nn
from torchvision import models
from torchvision.models.detection import fasterrcnn_resnet50_fpn
from torchvision.ops import FrozenBatchNorm2d


def fit(model, loader):
    optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()))
    for epoch in range(5):
        model.train()
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()


class Kept(nn.Module):
    """Its backbone stays in eval mode."""

    def __init__(self):
        super().__init__()
        self.backbone = models.resnet18(weights="DEFAULT")
        for p in self.backbone.parameters():
            p.requires_grad = False
        self.head = nn.Linear(1000, 10)

    def train(self, mode=True):
        super().train(mode)
        self.backbone.eval()
        return self

    def forward(self, x):
        return self.head(self.backbone(x))


def overridden(loader):
    fit(Kept(), loader)


def without_batch_norm(loader):
    for model in (models.vgg16(weights="DEFAULT"), models.vit_b_16(weights="DEFAULT")):
        for p in model.parameters():
            p.requires_grad = False
        fit(model, loader)
    swin = timm.create_model("swin_tiny_patch4_window7_224", pretrained=True)
    swin.requires_grad_(False)
    fit(swin, loader)


def other_norms(loader):
    net = models.resnet50(weights="DEFAULT", norm_layer=FrozenBatchNorm2d)
    for p in net.parameters():
        p.requires_grad = False
    fit(net, loader)
    detector = fasterrcnn_resnet50_fpn(weights="DEFAULT")
    detector.requires_grad_(False)
    fit(detector, loader)


def trained_in_eval_mode(loader):
    model = models.resnet18(weights="DEFAULT")
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    optimizer = torch.optim.Adam(model.fc.parameters())
    for epoch in range(5):
        model.eval()
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()


def only_the_head_is_in_train_mode(loader):
    model = models.resnet18(weights="DEFAULT").eval()
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    optimizer = torch.optim.Adam(model.fc.parameters())
    for images, labels in loader:
        model.fc.train()
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


def freeze_statistics(module):
    if isinstance(module, nn.BatchNorm2d):
        module.eval()


def statistics_apart(loader):
    model = models.resnet18(weights="DEFAULT")
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    optimizer = torch.optim.Adam(model.fc.parameters())
    for epoch in range(5):
        model.train()
        model.apply(freeze_statistics)
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()


def thawed_later(loader):
    model = models.resnet18(weights="DEFAULT")
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    fit(model, loader)
    for p in model.parameters():
        p.requires_grad = True
    fit(model, loader)


def norms_are_trained(loader):
    model = models.resnet18(weights="DEFAULT")
    for name, p in model.named_parameters():
        if "bn" not in name:
            p.requires_grad = False
    fit(model, loader)


def some_blocks(loader, frozen):
    model = models.resnet18(weights="DEFAULT")
    for name, p in model.named_parameters():
        p.requires_grad = not name.startswith(frozen)
    fit(model, loader)


def frozen_when_it_is_trained(loader, images):
    model = models.resnet18(weights="DEFAULT")
    fit(model, loader)
    model.eval()
    for p in model.parameters():
        p.requires_grad = False
    return model(images)


def moving_average(loader):
    model = models.resnet18(weights="DEFAULT")
    target = copy.deepcopy(model)
    for p in target.parameters():
        p.requires_grad = False
    optimizer = torch.optim.Adam(model.parameters())
    for one, other in loader:
        optimizer.zero_grad()
        F.mse_loss(model(one), target(other)).backward()
        optimizer.step()
        for mean, p in zip(target.parameters(), model.parameters()):
            mean.data.lerp_(p.data, 0.01)


def build(name):
    if name == "small":
        return models.resnet18(weights="DEFAULT")
    return models.resnet50(weights="DEFAULT")


def distilled(loader):
    student, teacher = build("small"), build("large")
    teacher.eval()
    for p in teacher.parameters():
        p.requires_grad = False
    optimizer = torch.optim.Adam(student.parameters())
    for images, _ in loader:
        student.train()
        optimizer.zero_grad()
        F.mse_loss(student(images), teacher(images)).backward()
        optimizer.step()


def adversarial(generator, loader):
    critic = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.Flatten(), nn.LazyLinear(1))
    first = torch.optim.Adam(generator.parameters())
    second = torch.optim.Adam(critic.parameters())
    for images, noise in loader:
        for p in critic.parameters():
            p.requires_grad = False
        first.zero_grad()
        critic(generator(noise)).mean().backward()
        first.step()
        for p in critic.parameters():
            p.requires_grad = True
        second.zero_grad()
        critic(images).mean().backward()
        second.step()
