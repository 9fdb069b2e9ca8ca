"""Averages that are updated with each batch, with each step, and with a decay that minds the number of batches."""

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel


class Average:
    def __init__(self, model, decay):
        self.decay, self.step = decay, 0
        self.shadow = {name: p.detach().clone() for name, p in model.named_parameters()}

    def update(self, model):
        for name, p in model.named_parameters():
            self.shadow[name] = self.decay * self.shadow[name] + (1 - self.decay) * p.detach()


class PatientAverage(Average):
    def update(self, model):
        self.step += 1
        if self.step % 8 == 0:
            super().update(model)


@torch.no_grad()
def update_ema(ema_params, params, rate=0.99):
    for ema, p in zip(ema_params, params):
        ema.mul_(rate).add_(p, alpha=1 - rate)


def smoothed(average, value, rate=0.9):
    """The average of the losses.

    :param value: the loss of a batch
    """
    return rate * average + (1 - rate) * value


class Scaler:
    def __call__(self, loss, optimizer, update_grad=True):
        loss.backward()
        if update_grad:
            optimizer.step()


def by_hand(model, loader, optimizer, every):
    early, late, patient = Average(model, 0.99), Average(model, 0.99), PatientAverage(model, 0.99)
    shown = 0.0
    for epoch in range(3):
        for i, (x, y) in enumerate(loader):
            loss = nn.functional.mse_loss(model(x), y)
            loss.div(every).backward()
            shown = smoothed(shown, loss.item())
            if (i + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
                late.update(model)
            patient.update(model)
            early.update(model)  # finding: `early.update` runs for each batch


def by_a_scaler(model, loader, optimizer, args, ema):
    scaler = Scaler()
    for epoch in range(3):
        optimizer.zero_grad()
        for step, (x, y) in enumerate(loader):
            loss = nn.functional.mse_loss(model(x), y) / args.accum_iter
            scaler(loss, optimizer, update_grad=(step + 1) % args.accum_iter == 0)
            if (step + 1) % args.accum_iter == 0:
                optimizer.zero_grad()
            update_ema(ema, model.parameters(), rate=args.rate)  # finding: `update_ema` runs for each batch


def with_a_flag(model, loader, optimizer, args):
    averaged = AveragedModel(model)
    use_ema = args.use_ema
    for epoch in range(3):
        for step, (x, y) in enumerate(loader):
            is_last = (step + 1) % 4 == 0
            nn.functional.mse_loss(model(x), y).div(4).backward()
            if is_last:
                optimizer.step()
                optimizer.zero_grad()
            if use_ema:
                averaged.update_parameters(model)  # finding: runs for each batch


def left_early(model, loader, optimizer, ema):
    for epoch in range(3):
        for step, (x, y) in enumerate(loader):
            nn.functional.mse_loss(model(x), y).div(4).backward()
            if (step + 1) % 4 != 0:
                continue
            optimizer.step()
            optimizer.zero_grad()
            update_ema(ema, model.parameters())


def told_the_number(model, loader, optimizer, ema, every):
    for epoch in range(3):
        for step, (x, y) in enumerate(loader):
            nn.functional.mse_loss(model(x), y).div(every).backward()
            if (step + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()
            update_ema(ema, model.parameters(), rate=0.99 ** (1 / every))


def one_at_a_time(model, loader, optimizer, ema):
    for epoch in range(3):
        for x, y in loader:
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
            optimizer.zero_grad()
            update_ema(ema, model.parameters())


def batches():
    return torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.rand(16, 2), torch.rand(16, 1)), 2)


net = nn.Linear(2, 1)
by_hand(net, batches(), torch.optim.SGD(net.parameters(), 0.1), 4)
