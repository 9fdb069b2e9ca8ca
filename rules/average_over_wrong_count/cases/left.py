"""Loops that end at a limit: before or after the pass is counted."""

import torch
import torch.distributed as dist


@torch.no_grad()
def counted_before(model, loader, limit):
    total, n = 0.0, 0
    for x in loader:
        n += 1  # finding: `n` also counts the pass that `break` leaves, which adds nothing to `total`
        if n > limit:
            break
        total += model(x).square().mean().item()
    return total / n


@torch.no_grad()
def gathered(model, loader, limit, ranks):
    total, n = torch.tensor(0.0).cuda(), torch.tensor([0], device="cuda")
    for x in loader:
        n += 1  # suspected: `n` also counts the pass that `break` leaves, which adds nothing to `total`
        if n > limit:
            break
        total += model(x.cuda()).square().mean()
    counts = [torch.zeros_like(n) for _ in range(ranks)]
    dist.all_gather(counts, n)
    dist.all_reduce(total)
    passes = int(torch.cat(counts).sum())
    total /= passes
    return total


@torch.no_grad()
def counted_after(model, loader, limit):
    total, n = 0.0, 0
    for x in loader:
        if n >= limit:
            break
        n += 1
        total += model(x).square().mean().item()
    return total / n


@torch.no_grad()
def left_at_the_end(model, loader, limit):
    total, n = 0.0, 0
    for x in loader:
        n += 1
        total += model(x).square().mean().item()
        if n >= limit:
            break
    return total / n


@torch.no_grad()
def taken_back(model, loader, limit):
    total, n = 0.0, 0
    for x in loader:
        n += 1
        if n > limit:
            n -= 1
            break
        total += model(x).square().mean().item()
    return total / n


@torch.no_grad()
def divided_by_what_was_added(model, loader, limit):
    total, n, added = 0.0, 0, 0
    for x in loader:
        n += 1
        if n > limit:
            break
        total += model(x).square().mean().item()
        added += 1
    print(n)
    return total / added
