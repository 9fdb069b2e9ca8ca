"""Each batch makes an update."""

import torch.nn.functional as F
from accelerate import Accelerator

accelerator = Accelerator(gradient_accumulation_steps=1)


def train(model, optimizer, loader):
    for rows, targets in loader:
        loss = F.mse_loss(model(rows), targets) / accelerator.gradient_accumulation_steps
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
