"""Loaders and samplers that stand in dicts, one for each part of the data."""

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


@torch.no_grad()
def validate(model: nn.Module, loader: DataLoader[tuple[torch.Tensor, ...]]) -> float:
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
    return correct / len(loader.dataset)  # suspected: covers only this rank's share of the data


@torch.no_grad()
def validate_together(model: nn.Module, loader: DataLoader[tuple[torch.Tensor, ...]]) -> float:
    model.eval()
    correct = torch.zeros(())
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum()
    dist.all_reduce(correct)
    return correct.item() / len(loader.dataset)


@torch.no_grad()
def validate_everywhere(model: nn.Module, loader: DataLoader[tuple[torch.Tensor, ...]]) -> float:
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
    return correct / len(loader.dataset)


if __name__ == "__main__":
    dist.init_process_group("gloo")
    sets = {part: TensorDataset(torch.randn(64, 4), torch.randint(0, 2, (64,))) for part in ("train", "val")}
    samplers = {"train": DistributedSampler(sets["train"]), "val": DistributedSampler(sets["val"], shuffle=False)}
    loaders = {
        "train": DataLoader(sets["train"], batch_size=8, sampler=samplers["train"]),
        "val": DataLoader(sets["val"], batch_size=8, sampler=samplers["val"]),
        "whole": DataLoader(sets["val"], batch_size=8),
    }
    layer = nn.Linear(4, 2)
    print(validate(layer, loaders["val"]))
    print(validate_together(layer, loaders["val"]))
    print(validate_everywhere(layer, loaders["whole"]))
