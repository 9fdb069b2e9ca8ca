"""Evaluations over loaders that accelerate shares out among the processes."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, data):
        self.accelerator = Accelerator()
        self.loader = DataLoader(data, batch_size=8)
        self.whole = DataLoader(data, batch_size=8)
        self.model, self.loader = self.accelerator.prepare(model, self.loader)

    def validate(self):
        total = 0.0
        for x, y in self.loader:
            total += nn.functional.mse_loss(self.model(x), y).item()
        if self.accelerator.is_main_process:
            print("loss", total / len(self.loader))  # finding: `total` covers only this rank's share of the data

    def validate_all(self):
        total = 0.0
        for x, y in self.whole:
            total += nn.functional.mse_loss(self.model(x), y).item()
        print("loss", total / len(self.whole))

    def validate_together(self):
        total = torch.zeros((), device=self.accelerator.device)
        for x, y in self.loader:
            total += nn.functional.mse_loss(self.model(x), y)
        total = self.accelerator.reduce(total)
        print("loss", total.item() / len(self.loader))


def given(model, loader, accelerator):
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    accelerator.print("right", right)  # finding: `right` covers only this rank's share of the data


def either(model, loader, accelerator):
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    accelerator.print("right", right)


def main(model, data, optimizer):
    accelerator = Accelerator()
    train_loader, valid_loader = DataLoader(data[:100], shuffle=True), DataLoader(data[100:])
    model, optimizer, train_loader, loader = accelerator.prepare(model, optimizer, train_loader, valid_loader)
    valid_loader = accelerator.prepare(valid_loader)
    seen = 0.0
    for x, y in train_loader:
        loss = nn.functional.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        seen += loss.item()
    print("training", seen)
    given(model, valid_loader, accelerator)
    either(model, valid_loader, accelerator)
    either(model, DataLoader(data), accelerator)


def under_another_name(model, data):
    accelerator = Accelerator()
    whole = DataLoader(data)
    model, mine = accelerator.prepare(model, whole)
    right = 0
    for x, y in mine:
        right += (model(x).argmax(1) == y).sum().item()
    print("right", right)  # finding: `right` covers only this rank's share of the data
    seen = 0
    for x, y in whole:
        seen += (model(x).argmax(1) == y).sum().item()
    print("seen", seen)


def of_unknown_loaders(model, train_loader, valid_loader, optimizer, train_on):
    accelerator = Accelerator()
    model, optimizer, train_loader, valid_loader = accelerator.prepare(model, optimizer, train_loader, valid_loader)
    seen = 0.0
    model.train()
    for batch in train_loader:
        seen += train_on(model, optimizer, batch)
    print("train", seen / len(train_loader))
    show_share(accelerator, model, valid_loader)
    show_whole(accelerator, model, valid_loader)


def show_share(accelerator, model, batches):
    model.eval()
    total = 0.0
    for x, y in batches:
        total += nn.functional.mse_loss(model(x), y).item()
    weights = 0.0
    for weight in model.parameters():
        weights += weight.norm().item()
    if accelerator.is_main_process:
        print("loss", total, weights)  # finding: `total` covers only this rank's share of the data


def show_whole(accelerator, model, batches):
    model.eval()
    total = 0.0
    for x, y in batches:
        total += accelerator.gather_for_metrics(nn.functional.mse_loss(model(x), y)).mean().item()
    if accelerator.is_main_process:
        print("loss", total)
