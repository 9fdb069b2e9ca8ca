"""An Accelerator that is told nothing of accumulation divides by 1."""

import torch.nn.functional as F
from accelerate import Accelerator


def train(args, model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for number, (rows, targets) in enumerate(loader):
        loss = F.mse_loss(model(rows), targets) / args.gradient_accumulation_steps
        accelerator.backward(loss)
        if (number + 1) % args.gradient_accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
