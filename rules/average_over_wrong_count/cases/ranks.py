"""Sums over all ranks, and how many terms they have."""

import torch
import torch.distributed as dist
import torch.nn.functional as F


def over_one_rank(model, loader, device):
    total = torch.zeros(1, device=device)
    for x, y in loader:
        total += F.mse_loss(model(x), y)
    dist.all_reduce(total)
    return total.item() / len(loader)  # finding: is a sum over all ranks but is divided by one rank's number of batches


def parts_of_one_tensor(model, loader, device):
    seen = torch.zeros(2, device=device)
    for x, y in loader:
        seen[0] += F.cross_entropy(model(x), y).item()
        seen[1] += len(y)
    dist.all_reduce(seen, op=dist.ReduceOp.SUM)
    print(seen[1].item())
    return seen[0].item() / len(loader)  # finding: `seen[0]` is a sum over all ranks


def over_all_ranks(model, loader, device):
    total = torch.zeros(1, device=device)
    for x, y in loader:
        total += F.mse_loss(model(x), y)
    dist.all_reduce(total)
    return total.item() / len(loader) / dist.get_world_size()


def divided_later(model, loader, device, world_size):
    total = torch.zeros(1, device=device)
    for x, y in loader:
        total += F.mse_loss(model(x), y)
    dist.all_reduce(total)
    average = total.item() / len(loader)
    return average / world_size


def averaged_by_the_collective(model, loader, device):
    total = torch.zeros(1, device=device)
    for x, y in loader:
        total += F.mse_loss(model(x), y)
    dist.all_reduce(total, op=dist.ReduceOp.AVG)
    return total.item() / len(loader)


def before_the_sum(model, loader, device):
    total = torch.zeros(1, device=device)
    for x, y in loader:
        total += F.mse_loss(model(x), y)
    average = total / len(loader)
    dist.all_reduce(total)
    return average, total


def counted_by_all(model, loader, device):
    seen = torch.zeros(2, device=device)
    for x, y in loader:
        seen[0] += F.cross_entropy(model(x), y, reduction="sum").item()
        seen[1] += len(y)
    dist.all_reduce(seen)
    return seen[0].item() / seen[1].item()


def divided_in_place(model, loader, device):
    stats = torch.zeros(2, device=device)
    for x, y in loader:
        stats[0] += F.mse_loss(model(x), y)
    dist.all_reduce(stats)
    stats /= len(loader)  # finding: `stats` is a sum over all
    return stats


def divided_in_place_by_all(model, loader, device):
    stats = torch.zeros(2, device=device)
    for x, y in loader:
        stats[0] += F.mse_loss(model(x), y)
    dist.all_reduce(stats)
    stats /= len(loader) * dist.get_world_size()
    return stats
