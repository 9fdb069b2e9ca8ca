"""A method, or a function, copies the batch that a loop gives it."""

import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda")


class Trainer:
    def __init__(self, model, dataset, held_out):
        self.model = model
        self.loader = DataLoader(dataset, batch_size=8, pin_memory=True)
        self.held_out = held_out

    def fit(self, optimizer):
        for batch in self.loader:
            self.losses(batch, torch.ones(8)).backward()
            optimizer.step()

    def losses(self, batch, weights):
        for name, part in batch.items():
            batch[name] = part.to(device)  # finding: blocks although the loader pins its batches
        weights = weights.to(device)
        return (self.model(batch["rows"]) * weights).sum()


def moved(rows, labels):
    return rows.to(device, non_blocking=True), labels.to(device, non_blocking=True)


def scaled(rows, factor):
    return rows.to(device) * factor.to(device)  # finding: blocks although the loader pins its batches


def fit(model, dataset, factor):
    loader = DataLoader(dataset, batch_size=8, pin_memory=True)
    for rows, labels in loader:
        rows, labels = moved(rows, labels)
        nn.functional.mse_loss(model(rows), labels).backward()
    for rows, _ in loader:
        model(scaled(rows, factor)).sum().backward()
    for rows, _ in loader:
        model(scaled(rows, factor)).mean().backward()
