"""A tracker writes tensors as numbers, for which it waits; numbers it has already."""

import torch
import torch.nn.functional as F
import wandb
from torch import nn

device = torch.device("cuda")


def each_step(net: nn.Module, optimizer, loader):
    for images, labels in loader:
        loss = F.cross_entropy(net(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        wandb.log({"lr": optimizer.param_groups[0]["lr"], "loss": loss})  # finding: waits for the GPU in each training


def named(net: nn.Module, optimizer, loader):
    for step, (images, labels) in enumerate(loader):
        logits = net(images.to(device))
        loss = F.cross_entropy(logits, labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        shown = {"step": step, "top": logits.detach().amax()}
        wandb.log(shown, step=step)  # finding: `wandb.log(shown, step=step)` waits for the GPU in each training step


def now_and_then(net: nn.Module, optimizer, loader):
    total = torch.zeros((), device=device)
    for step, (images, labels) in enumerate(loader):
        loss = F.cross_entropy(net(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()
        wandb.log({"step": step, "lr": optimizer.param_groups[0]["lr"]})
        if step % 100 == 0:
            wandb.log({"loss": loss})
    wandb.log({"mean": total / len(loader)})


def on_the_host(net: nn.Module, optimizer, loader):
    for images, labels in loader:
        loss = F.cross_entropy(net(images.to(device)), labels.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        shown = {"loss": loss.detach().cpu()}  # finding: `loss.detach().cpu()` waits for the GPU in each training step
        wandb.log(shown)


@torch.no_grad()
def evaluate(net: nn.Module, loader):
    for images, labels in loader:
        wandb.log({"loss": F.cross_entropy(net(images.to(device)), labels.to(device))})
