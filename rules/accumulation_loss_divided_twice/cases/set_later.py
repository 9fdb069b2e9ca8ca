"""The number is set back, so that the program alone divides."""

import torch.nn.functional as F
from accelerate import Accelerator


def train(args, model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulate)
    accelerator.gradient_accumulation_steps = 1
    for rows, targets in loader:
        loss = F.mse_loss(model(rows), targets) / args.accumulate
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
