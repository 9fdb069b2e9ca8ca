"""A program that trains nothing calls `train()` on a model with loaded weights, and gives it to code that is not seen."""

import copy
import sys

import torch
from somewhere import make_diffusion
from torch import nn


def net() -> nn.Module:
    return nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1), nn.Linear(4, 4))


def bound(model, diffusion, rows):
    return diffusion.denoise(model, rows).square().sum(1)


def evaluates(path, batches):
    model, diffusion = net(), make_diffusion()
    model.cuda()
    model.train()  # suspected: `model.train()` leaves the model in train mode for `bound(model, diffusion, rows)`, which
    model.load_state_dict(torch.load(path, weights_only=True))
    total = 0.0
    for rows in batches:
        total += bound(model, diffusion, rows).sum().item()
    print(total)


def evaluates_in_eval_mode(path, batches):
    model, diffusion = net(), make_diffusion()
    model.train()
    model.load_state_dict(torch.load(path, weights_only=True))
    model.eval()
    for rows in batches:
        print(bound(model, diffusion, rows).sum().item())


def without_such_layers(path, batches):
    model, diffusion = nn.Sequential(nn.Linear(4, 4), nn.ReLU()), make_diffusion()
    model.train()
    model.load_state_dict(torch.load(path, weights_only=True))
    for rows in batches:
        print(bound(model, diffusion, rows).sum().item())


def made_for_others(path):
    model = net()
    model.train()
    model.load_state_dict(torch.load(path, weights_only=True))
    return model


def has_somebody_else_train(path, batches, make_trainer):
    model = net()
    model.train()
    model.load_state_dict(torch.load(path, weights_only=True))
    for rows in batches:
        make_trainer(model).go(rows)


def gives_copies_away(path, batches, start_from):
    model = net()
    model.train()
    model.load_state_dict(torch.load(path, weights_only=True))
    for rows in batches:
        start_from(copy.deepcopy(model), rows)


if __name__ == "__main__":
    evaluates(sys.argv[1], torch.rand(8, 2, 4))
