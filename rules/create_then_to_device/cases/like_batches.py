import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    for images, _ in loader:
        noise = torch.randn_like(images).to(device)  # suspected: `torch.randn_like(images)` is created on the CPU and
        images = images.to(device)
        there = torch.rand_like(images).to(device)
        open_ = torch.zeros_like(images, device=device).to(device)
        optimizer.zero_grad()
        (model(images + noise) - there - open_).square().mean().backward()
        optimizer.step()


def after_the_move(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer):
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        target = torch.ones_like(images).to(device)
        optimizer.zero_grad()
        (model(images) - target).square().mean().backward()
        optimizer.step()


def of_what_is_kept(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer, kept: torch.Tensor):
    for images, _ in loader:
        images = images.to(device)
        optimizer.zero_grad()
        (model(images) - torch.zeros_like(kept).to(device)).square().mean().backward()
        optimizer.step()
