import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

device = "cuda"


def train(model: nn.Module, loader: DataLoader, optimizer, log_every, epochs):
    history = []
    done = 0
    for epoch in range(epochs):
        total = torch.zeros((), device=device)
        for step, (images, labels) in enumerate(loader):
            loss = F.cross_entropy(model(images.to(device)), labels.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.detach()
            done += 1
            if step % log_every == 0:
                print(f"{step}: {loss.item():.3f}")
            if done == 100 or step == len(loader) - 1:
                history.append(loss.item())
            print(f"{done} of {len(loader)}")
            show = loss.item() if step % 10 == 0 else 0
            history.append(show)
        history.append(total.item() / len(loader))
        print(epoch, loss.item())


def train_and_stop(model: nn.Module, loader: DataLoader, optimizer):
    for images, labels in loader:
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        value = loss.item()
        if not math.isfinite(value):
            raise RuntimeError(f"the loss is {value}")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_quietly(model: nn.Module, loader: DataLoader, optimizer):
    for step, (images, labels) in enumerate(loader):
        loss = F.cross_entropy(model(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50:
            continue
        print(loss.item())
