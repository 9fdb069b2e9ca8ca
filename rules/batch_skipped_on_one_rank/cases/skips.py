"""What a rank does with a batch that is broken, where several of them train one model, and where it decides itself."""

import math

import numpy as np
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def agreed(is_lost):
    lost = torch.tensor([float(is_lost)])
    dist.all_reduce(lost)
    return lost.item() > 0


def wrapped():
    return DistributedDataParallel(nn.Linear(4, 1))


def skipping(loader, optimizer):
    model = wrapped()
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if not math.isfinite(loss.item()):  # finding: may hold on one rank only
            continue
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def skipping_outliers(loader, optimizer):
    model = wrapped()
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.mse_loss(model(x), y)
        loss_value = loss.item()
        if step > 100 and loss_value > 50:  # finding: may hold on one rank only
            print("an outlier")
            continue
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def skipping_inputs(loader, optimizer):
    model = wrapped()
    for x, y in loader:
        if np.isnan(x.numpy()).any():  # finding: may hold on one rank only
            continue
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def of_a_model_that_is_not_seen(model, loader, optimizer):
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if torch.isinf(loss):  # suspected: may hold on one rank only, so ranks fall out of step or hang in `backward`
            continue
        loss.backward()
        optimizer.step()


def skipping_together(loader, optimizer):
    model = wrapped()
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if agreed(torch.isnan(loss)):
            continue
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def skipping_by_the_mean(loader, optimizer):
    model = wrapped()
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        mean_loss = loss.detach().clone()
        dist.all_reduce(mean_loss)
        if torch.isnan(mean_loss):
            continue
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def after_backward(loader, optimizer):
    """The gradients are those of all ranks, so all of them come to the same."""
    model = wrapped()
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        if any(torch.isnan(p.grad).any() for p in model.parameters()):
            continue
        optimizer.step()


def ending(loader, optimizer):
    model = wrapped()
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if torch.isnan(loss):
            raise RuntimeError("the loss is not a number")
        loss.backward()
        optimizer.step()


def set_to_zero(loader, optimizer):
    model = wrapped()
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if torch.isnan(loss):
            loss = torch.nan_to_num(loss) * 0
        loss.backward()
        optimizer.step()


def by_settings(loader, optimizer, loss_weight, first):
    model = wrapped()
    for step, (x, y) in enumerate(loader):
        if loss_weight == 0 or math.isnan(first) or step < 10:
            continue
        (loss_weight * nn.functional.mse_loss(model(x), y)).backward()
        optimizer.step()


def only_logged(loader, optimizer):
    model = wrapped()
    losses = []
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if torch.isnan(loss):
            continue
        losses.append(loss.item())
    return losses


def evaluated(loader):
    model = wrapped().eval()
    total = 0.0
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if torch.isnan(loss):
            continue
        total += loss.item()
    return total


def parts_skipped(loader, optimizer, targets):
    """What is left out is a part of the loss; each rank has a loss to go back from."""
    model = wrapped()
    for x in loader:
        out = model(x)
        total = out.mean() * 0
        for target in targets:
            loss = nn.functional.mse_loss(out, target)
            if torch.isnan(loss):
                continue
            total = total + loss
        total.backward()
        optimizer.step()


def of_an_empty_batch(loader, optimizer):
    model = wrapped()
    for x, y in loader:
        if not (y > 0).any():  # suspected: may hold on one rank only
            continue
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def of_a_lost_batch(loader, optimizer):
    model = wrapped()
    for number, batch in enumerate(loader):
        if batch is None:  # suspected: may hold on one rank only
            continue
        optimizer.zero_grad()
        nn.functional.mse_loss(model(batch[0]), batch[1]).backward()
        optimizer.step()


def of_sizes(loader, optimizer, criterion, mask):
    """All ranks have as many batches, and the last one is as short on each."""
    model = wrapped()
    for x, y in loader:
        if x.size(0) < 8 or len(y) == 1 or criterion is None or mask.sum() == 0:
            continue
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()
