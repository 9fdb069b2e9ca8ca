import torch
from torch import nn
from torch.nn import CrossEntropyLoss


def train(model: nn.Module, loader, optimizer):
    for images, labels in loader:
        logits = model(images)
        loss = CrossEntropyLoss(logits, labels)  # finding: write `CrossEntropyLoss()(...)`
        loss.backward()
        optimizer.step()


def right(model: nn.Module, loader, weight: torch.Tensor):
    criterion = nn.CrossEntropyLoss(weight)
    for images, labels in loader:
        logits = model(images)
        criterion(logits, labels).backward()
        nn.MSELoss()(logits, labels).backward()
        nn.functional.cross_entropy(logits, labels).backward()


def settings(weight: torch.Tensor, flag):
    several = nn.CrossEntropyLoss(weight, True), nn.TripletMarginLoss(1.0, 2), nn.NLLLoss(weight, flag)
    return several, nn.CrossEntropyLoss(weight=weight, ignore_index=0)


def balanced(model: nn.Module, x):
    rates = model(x).detach().mean(0)
    return nn.CrossEntropyLoss(rates), nn.BCEWithLogitsLoss(pos_weight=rates)


def used_as_numbers(prediction, target, weight, flag):
    each = nn.BCELoss(prediction, target, reduction="none")  # finding: write `nn.BCELoss()(...)`
    total = (each * weight).sum() / weight.sum() + nn.L1Loss(prediction, target)  # finding: write `nn.L1Loss()(...)`
    nn.MSELoss(prediction, target).backward()  # finding: write `nn.MSELoss()(...)`
    chosen = nn.NLLLoss(weight, flag)
    return total + chosen(prediction, target)


def with_a_number():
    delta = torch.tensor(0.5)
    return nn.HuberLoss("mean", delta), nn.HuberLoss(delta, delta)  # finding: write `nn.HuberLoss()(...)`


class Codebook(nn.Module):
    def forward(self, rows):
        codes = rows.round()
        return codes, nn.MSELoss(rows, codes.detach())  # finding: write `nn.MSELoss()(...)`
