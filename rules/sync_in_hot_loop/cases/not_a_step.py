import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda")


@torch.no_grad()
def evaluate(model: nn.Module, loader: DataLoader) -> float:
    right = 0
    for images, labels in loader:
        right += (model(images.to(device)).argmax(1) == labels.to(device)).sum().item()
    return right / len(loader.dataset)


def validate(model: nn.Module, loader: DataLoader) -> float:
    total = 0
    for images, labels in loader:
        total += F.cross_entropy(model(images.to(device)), labels.to(device)).item()
    return total


def train_on_one_graph(model: nn.Module, features, labels, masks, optimizer):
    for epoch in range(200):
        loss = F.cross_entropy(model(features), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        accuracies = []
        for mask in masks:
            accuracies.append((model(features)[mask].argmax(1) == labels[mask]).float().mean().item())
        print(epoch, float(loss), accuracies)


def train(model: nn.Module, loader: DataLoader, validation: DataLoader, optimizer):
    for epoch in range(10):
        for images, labels in loader:
            order = torch.randperm(len(images)).tolist()
            longest = torch.tensor([len(order), 3]).max().item()
            loss = F.cross_entropy(model(images[:longest].to(device)), labels[:longest].to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, evaluate(model, validation), validate(model, validation))


def generate(model: nn.Module, token, end):
    for _ in range(100):
        token = model(token).argmax(-1)
        if token.item() == end:
            break
    return token
