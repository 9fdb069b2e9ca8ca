from collections.abc import Iterable

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.Linear(4, 2))
start = [weight.detach().clone() for weight in model.parameters()]


def clip(parameters: Iterable[nn.Parameter], most: float) -> None:
    norms = [torch.linalg.norm(p.grad.detach(), ord=2) for p in parameters if p.grad is not None]  # finding: singular
    factor = most / (torch.linalg.norm(torch.stack(norms), ord=2) + 1e-6)  # a vector of norms
    if factor < 1:
        for p in parameters:
            p.grad.mul_(factor)


def penalties(model: nn.Module) -> tuple[torch.Tensor, torch.Tensor]:
    total = torch.zeros(())
    spread = torch.zeros(())
    for name, weight in model.named_parameters():
        if "weight" in name:
            total = total + torch.linalg.norm(weight, 1)  # finding: largest column sum
            spread = spread + torch.linalg.norm(weight, 2)  # suspected: largest singular value
    return total, spread


def drift(model: nn.Module) -> torch.Tensor:
    total = torch.zeros(())
    for now, before in zip(model.parameters(), start):
        difference = now - before
        total += torch.linalg.norm(difference, float("inf"))  # finding: largest row sum
    return total


def of_all_entries(model: nn.Module) -> list[torch.Tensor]:
    found = [torch.linalg.norm(p) for p in model.parameters()]  # without an order, that of all entries
    found += [torch.norm(p, 1) for p in model.parameters()]  # of all entries, too
    found += [p.norm(2) for p in model.parameters()]
    found += [torch.linalg.norm(p.flatten(), 1) for p in model.parameters()]
    found += [torch.linalg.norm(p, 2, dim=-1).sum() for p in model.parameters()]
    return [*found, *(torch.linalg.vector_norm(p, 1) for p in model.parameters())]


def spectral_norms(model: nn.Module) -> list[torch.Tensor]:
    return [torch.linalg.norm(p, 2) for p in model.parameters()]  # says that these are meant


def of_matrices(model: nn.Module) -> torch.Tensor:
    total = torch.zeros(())
    for p in model.parameters():
        if p.ndim == 2:
            total += torch.linalg.norm(p, 2)
    return total


def of_rows(rows: list[torch.Tensor]) -> list[torch.Tensor]:
    return [torch.linalg.norm(row, 1) for row in rows]  # vectors, for all we know


print(penalties(model), drift(model), of_all_entries(model), spectral_norms(model), of_matrices(model))
print(of_rows([torch.ones(3)]))
(model(torch.rand(3, 4)) ** 2).mean().backward()
clip(list(model.parameters()), 1.0)
