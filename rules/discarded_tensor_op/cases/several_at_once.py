"""Statements that drop several results, parts of batches, and loaders that are known by their names."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.zeros(3), torch.tensor(1)


def move(tensors: list[torch.Tensor], device: str, is_fast: bool):
    first, second = torch.zeros(3), torch.ones(3)
    first.to(device), second.cuda()  # finding: `first.to(device)` returns its result and  # finding: `second.cuda()`
    [one.cuda() for one in tensors]  # finding: `one.cuda()` returns its result and leaves `one` unchanged; assign it
    first.half() if is_fast else second.double()  # finding: `first.half()`  # finding: `second.double()`
    moved = [one.cuda() for one in tensors]
    print([one.cuda() for one in tensors])
    return first, second, moved


def move_models(models: list[nn.Linear], device: str):
    [model.cuda() for model in models]
    models[0].to(device), models[1].to(device)


def evaluate(model: nn.Module, device: str) -> None:
    for batch in DataLoader(Rows()):
        batch[0].to(device)  # suspected: `batch[0].to(device)` returns its result and leaves `batch[0]` unchanged;
        batch[:1].to(device)
        model(batch[0])


def train(model: nn.Module, data_loader, graphs, device: str) -> None:
    criterion = nn.CrossEntropyLoss()
    for images, labels in data_loader:
        images.to(device)  # suspected: `images.to(device)` returns its result and leaves `images` unchanged; assign it
        labels.to(device)  # finding: `labels.to(device)` returns its result and leaves `labels` unchanged; assign it
        criterion(model(images), labels).backward()
    for graph, weight in graphs:
        graph.to(device)  # a graph moves itself
        criterion(model(graph), graph.labels).backward()
        print(weight)
