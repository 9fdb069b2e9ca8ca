"""Averages beside accelerate's `accumulate`, updated in each of its blocks or when the gradients are complete."""

from accelerate import Accelerator
from diffusers.training_utils import EMAModel
from torch import nn


def early(args, model, loader, optimizer):
    accelerator = Accelerator(gradient_accumulation_steps=args.steps)
    ema = EMAModel(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        with accelerator.accumulate(model):
            accelerator.backward(nn.functional.mse_loss(model(x), y))
            optimizer.step()
            optimizer.zero_grad()
            if args.use_ema:
                ema.step(model.parameters())  # finding: `ema.step` runs for each micro-batch


def complete(args, model, loader, optimizer):
    accelerator = Accelerator(gradient_accumulation_steps=args.steps)
    ema = EMAModel(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        with accelerator.accumulate(model):
            accelerator.backward(nn.functional.mse_loss(model(x), y))
            optimizer.step()
            optimizer.zero_grad()
        if accelerator.sync_gradients:
            ema.step(model.parameters())
