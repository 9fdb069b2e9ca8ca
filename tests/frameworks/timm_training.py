"""Programs with timm's factories: the scaler takes the step, and neither clears gradients nor steps the scheduler."""

import timm
import torch
from timm.optim import create_optimizer, create_optimizer_v2
from timm.scheduler import create_scheduler, create_scheduler_v2
from timm.utils import NativeScaler
from torch import nn
from torch.utils.data import DataLoader


def forgetful(args, batches):
    model = timm.create_model("resnet18", num_classes=2)
    optimizer = create_optimizer(args, model)
    scheduler, epochs = create_scheduler(args, optimizer)  # finding: `scheduler` is never stepped
    scaler = NativeScaler()
    loader = DataLoader(batches, batch_size=4, shuffle=True, num_workers=2)
    for _ in range(epochs):
        for x, y in loader:
            with torch.autocast("cuda"):
                loss = nn.functional.cross_entropy(model(x), y)
            scaler(loss, optimizer, parameters=model.parameters())  # finding: applies the gradients of all earlier


def careful(args, batches):
    model = timm.create_model("resnet18", num_classes=2)
    optimizer = create_optimizer_v2(model, opt="sgd")
    scheduler, epochs = create_scheduler_v2(optimizer)
    scaler = NativeScaler()
    loader = DataLoader(batches, batch_size=4, shuffle=True, num_workers=2)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            with torch.autocast("cuda"):
                loss = nn.functional.cross_entropy(model(x), y)
            scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())
        scheduler.step(epoch + 1)
    reveal(optimizer)  # optimizer
    reveal(scheduler)  # scheduler, timm.scheduler.create_scheduler_v2


def by_updates(args, batches):
    model = timm.create_model("resnet18", num_classes=2)
    optimizer = create_optimizer_v2(model, opt="sgd")
    scheduler, epochs = create_scheduler_v2(optimizer, step_on_epochs=False, updates_per_epoch=9)
    scaler = NativeScaler()
    updates = 0
    for i, (x, y) in enumerate(DataLoader(batches, batch_size=4, shuffle=True, num_workers=2)):
        with torch.autocast("cuda"):
            loss = nn.functional.cross_entropy(model(x), y) / 2
        scaler(loss, optimizer, need_update=i % 2 == 1)
        if i % 2 == 1:
            optimizer.zero_grad()
            updates += 1
            scheduler.step_update(updates)
