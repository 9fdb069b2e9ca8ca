"""Trainings whose steps ask the device for numbers in one way or another."""

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def training(seed):
    torch.manual_seed(seed)
    model = nn.Linear(4, 1).to(device)
    return model, torch.optim.SGD(model.parameters(), lr=0.01)


def losses(model, optimizer, steps):
    for _ in range(steps):
        rows = torch.randn(16, 4, device=device)
        loss = (model(rows) - rows.sum(1, keepdim=True)).square()
        optimizer.zero_grad()
        loss.mean().backward()
        optimizer.step()
        yield loss.detach()


def stops_at_once(losses):
    for loss in losses:
        if loss.mean() > 1e6:  # finding: fetch numbers every few steps
            raise ValueError("diverged")


def says_all(losses):
    for step, loss in enumerate(losses):
        print(f"{step}: {loss.mean():.4f}")  # finding: fetch numbers every few steps


def keeps_the_large_ones(losses):
    kept = [loss.flatten().masked_select(loss.flatten() > 1) for loss in losses]  # finding: the values decide its size
    print(len(kept), "steps")


def keeps_all(losses):
    kept = []
    for loss in losses:
        kept.append(loss.cpu())  # finding: copy later and less often
    print(torch.cat(kept).mean().item())


def says_some(losses):
    for step, loss in enumerate(losses):
        if step % 10 == 9:
            print(step, loss.mean().item())


def counts_on_the_host(losses):
    right = 0
    for step, loss in enumerate(losses):
        right += int(step % 2) if step > 3 else float("0")
        if not right or len(loss) != 16:
            continue
    print(right)


stops_at_once(losses(*training(0), steps=20))
says_all(losses(*training(1), steps=20))
keeps_the_large_ones(losses(*training(2), steps=20))
keeps_all(losses(*training(3), steps=20))
says_some(losses(*training(4), steps=20))
counts_on_the_host(losses(*training(5), steps=20))
