"""What has as many elements as the values decide: the host waits to know how many."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader


def train(model: nn.Module, loader: DataLoader, optimizer, device):
    for step, (images, labels) in enumerate(loader):
        labels = labels.to(device)
        logits = model(images.to(device))
        losses = F.cross_entropy(logits, labels, reduction="none")
        hard = losses > 0.7
        loss = losses[hard].mean()  # finding: its size depends on the values
        loss = loss + losses[labels != 0].mean()  # finding: its size depends on the values
        loss = loss + losses.masked_select(hard).mean()  # finding: its size depends on the values
        places = torch.nonzero(losses > 0.9)  # finding: its size depends on the values
        found = torch.where(losses > 0.9)[0]  # finding: its size depends on the values
        kinds = logits.argmax(1).unique()  # finding: its size depends on the values
        loss = loss + losses[places].sum() + losses[found].sum() + losses[kinds].sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def keeps_the_shape(model: nn.Module, loader: DataLoader, optimizer, device):
    for step, (images, labels) in enumerate(loader):
        labels = labels.to(device)
        logits = model(images.to(device))
        losses = F.cross_entropy(logits, labels, reduction="none")
        order = losses.argsort()
        loss = torch.where(losses > 0.7, losses, 0.0).mean() + losses[order].sum() + losses[order[:4]].sum()
        losses.data[losses > 3] = 3
        if step % 100 == 0:
            print(losses[losses > 0.7].mean())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def of_the_batch(model: nn.Module, loader: DataLoader, optimizer, device):
    for images, labels in loader:
        known = labels[labels != -1]
        loss = model(images.to(device)).mean() * len(known)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def has_to_know(model: nn.Module, loader: DataLoader, optimizer, device):
    for images, labels in loader:
        losses = F.cross_entropy(model(images.to(device)), labels.to(device), reduction="none")
        hard = losses[losses > 0.7]
        if len(hard) == 0:
            continue
        optimizer.zero_grad()
        hard.mean().backward()
        optimizer.step()
