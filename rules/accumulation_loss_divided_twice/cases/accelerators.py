"""Losses that a program divides, and that accelerate divides, too."""

import torch.nn.functional as F
from accelerate import Accelerator


def by_name(args, model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulate)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for number, (rows, targets) in enumerate(loader):
        loss = F.mse_loss(model(rows), targets).mean() / args.accumulate
        accelerator.backward(loss)  # finding: a second time
        if (number + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()


class Trainer:
    def __init__(self, args):
        self.accelerator = Accelerator(gradient_accumulation_steps=args.accumulate)

    def step(self, model, rows, targets):
        loss = F.mse_loss(model(rows), targets)
        self.accelerator.backward(loss / self.accelerator.gradient_accumulation_steps)  # finding: pass the undivided loss

    def whole(self, model, rows, targets):
        loss = F.mse_loss(model(rows), targets)
        self.accelerator.backward(loss)
        print(loss.item() / self.accelerator.gradient_accumulation_steps)

    def per_word(self, model, rows, targets):
        loss = F.mse_loss(model(rows), targets, reduction="sum")
        self.accelerator.backward(loss / len(rows))

    def by_hand(self, args, model, rows, targets):
        (F.mse_loss(model(rows), targets) / args.accumulate).backward()


class KeepsNumber:
    def __init__(self, every, other):
        self.accelerator = Accelerator(gradient_accumulation_steps=every)
        self.every = every
        self.other = other

    def step(self, model, rows, targets):
        loss = F.mse_loss(model(rows), targets)
        self.accelerator.backward(loss / self.every)  # finding: pass the undivided loss

    def weighted(self, model, rows, targets):
        loss = F.mse_loss(model(rows), targets)
        self.accelerator.backward(loss / self.other)


def named(args, model, loader):
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulate)
    count = args.accumulate
    for rows, targets in loader:
        loss = F.mse_loss(model(rows), targets)
        accelerator.backward(loss / count)  # finding: pass the undivided loss


def of_several(accelerator, model, batches):
    count = len(batches)
    loss = sum(F.mse_loss(model(rows), targets) for rows, targets in batches)
    accelerator.backward(loss / count)
