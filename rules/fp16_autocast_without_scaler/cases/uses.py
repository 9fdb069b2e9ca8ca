"""Who scales, and who need not."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.cuda.amp import autocast

device = "cuda" if torch.cuda.is_available() else "cpu"


def by_default(model: nn.Module, loader, optimizer) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.cross_entropy(model(x), y)
        loss.backward()  # finding: `loss.backward()` loses small gradients
        optimizer.step()


def by_the_old_name(model: nn.Module, loader, optimizer) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with autocast():
            output = model(x)
        loss = F.cross_entropy(output.float(), y)
        loss.backward()  # finding: loses small gradients
        optimizer.step()


def on_what_there_is(model: nn.Module, loader, optimizer) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast(device_type=device, enabled=True):
            loss = F.cross_entropy(model(x.to(device)), y)
        loss.backward()  # finding: loses small gradients
        optimizer.step()


def in_bfloat16(model: nn.Module, loader, optimizer) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def on_the_cpu(model: nn.Module, loader, optimizer) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cpu"):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def switched_off(model: nn.Module, loader, optimizer) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with autocast():
            known = y.clone()
            with autocast(enabled=False):
                loss = F.cross_entropy(model(x.float()), known)
        loss.backward()
        optimizer.step()


def for_the_teacher_only(model: nn.Module, teacher: nn.Module, loader, optimizer) -> None:
    for x, _ in loader:
        optimizer.zero_grad()
        with torch.no_grad(), autocast():
            wanted = teacher(x)
        loss = F.mse_loss(model(x), wanted.float())
        loss.backward()
        optimizer.step()


def looked_at(model: nn.Module, loader) -> None:
    for x, y in loader:
        with autocast():
            loss = F.cross_entropy(model(x), y)
        loss.backward()  # nothing steps: gradients to look at
        print([p.grad.norm() for p in model.parameters()])
