"""Weights of models that a loop is meant to change."""

import torch
from torch import nn


@torch.no_grad()
def averaged(model: nn.Module, slow: nn.Module, decay: float):
    for weight, mean in zip(model.parameters(), slow.parameters()):
        mean = mean * decay + weight * (1 - decay)  # finding: `slow` keeps its old weights; change them in place


def clipped(model: nn.Module):
    for name, weight in model.named_parameters():
        if name != "bias":
            weight = weight.clamp(-0.01, 0.01)  # finding: `model` keeps its old weights; change them in place


def scaled(rows: list[torch.Tensor], lengths: list[int]):
    for row in rows:
        row = row / 255  # suspected: assigning `row / 255` only rebinds the loop variable
    for length in lengths:
        length = length / 2
    return rows, lengths


@torch.no_grad()
def in_place(model: nn.Module, slow: nn.Module, decay: float):
    for weight, mean in zip(model.parameters(), slow.parameters()):
        mean.lerp_(weight, 1 - decay)
        norm = weight * weight
        weight = weight - norm.mean()
        print(weight.norm())
