"""With this setting, accelerate leaves the steps of a scheduler to the program."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader


def by_itself(loader: DataLoader, epochs: int) -> None:
    accelerator = Accelerator(step_scheduler_with_optimizer=False)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    for _ in range(epochs):
        for rows, targets in loader:
            optimizer.zero_grad()
            accelerator.backward(F.mse_loss(model(rows), targets))
            optimizer.step()
        scheduler.step()
