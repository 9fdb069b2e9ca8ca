"""Hooks that are a part of the module from then on, beside hooks of the same kind that are not."""

import torch
from torch import nn

seen = {}


def count(module, inputs):
    seen[module] = seen.get(module, 0) + 1


def count_calls(layer: nn.Module):
    if getattr(layer, "_is_counted", False):
        return
    layer.register_forward_pre_hook(count)
    object.__setattr__(layer, "_is_counted", True)


def count_calls_here(layer: nn.Module):
    if layer.is_counted:
        return
    layer.register_forward_pre_hook(count)
    layer.is_counted = True


def count_by_flag(layer: nn.Module):
    if getattr(layer, "is_leaf", False):
        layer.register_forward_pre_hook(count)  # finding: its handle is discarded


def prepare_for_checkpoints(model):
    def make_differentiable(module, inputs, output):
        output.requires_grad_(True)

    words = model.get_input_embeddings() if hasattr(model, "get_input_embeddings") else None
    if words is not None:
        words.register_forward_hook(make_differentiable)


class Curvature(torch.optim.Optimizer):
    def __init__(self, model, lr=0.1):
        super().__init__(model.parameters(), {"lr": lr})
        for module in model.modules():
            module.register_forward_pre_hook(count)
