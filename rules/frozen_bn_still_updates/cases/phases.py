import torch
import torch.nn as nn
import torchvision


def freeze(model, only_head):
    if only_head:
        for parameter in model.parameters():
            parameter.requires_grad = False


def made(classes, only_head=True):
    model = torchvision.models.resnet18(weights="DEFAULT")
    freeze(model, only_head)  # finding: `model` is frozen, but its BatchNorm statistics keep changing
    model.fc = nn.Linear(512, classes)
    return model


def train_in_phases(loaders, epochs):
    model = made(2)
    optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.01)
    for _ in range(epochs):
        for phase in ("train", "val"):
            if phase == "train":
                model.train()
            else:
                model.eval()
            for images, labels in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    loss = nn.functional.cross_entropy(model(images), labels)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()


def train_by_comparison(loaders, epochs):
    model = torchvision.models.resnet34(weights="DEFAULT")
    model.requires_grad_(False)  # finding: `model` is frozen, but its BatchNorm statistics keep changing
    model.fc = nn.Linear(512, 2)
    optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.01)
    for _ in range(epochs):
        for phase in ("train", "val"):
            model.train(phase == "train")
            for images, labels in loaders[phase]:
                optimizer.zero_grad()
                loss = nn.functional.cross_entropy(model(images), labels)
                if phase == "train":
                    loss.backward()
                    optimizer.step()


def train_in_eval_mode(loaders, epochs, drops):
    """The statistics stay as they are unless `drops` says otherwise."""
    model = torchvision.models.resnet50(weights="DEFAULT")
    model.requires_grad_(False)
    model.fc = nn.Linear(2048, 2)
    optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.01)
    for _ in range(epochs):
        model.train(drops)
        for phase in ("train", "val"):
            model.eval()
            model.fc.train()
            for images, labels in loaders[phase]:
                optimizer.zero_grad()
                loss = nn.functional.cross_entropy(model(images), labels)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
