"""Scores a saved separator; a loss has no layers, so calling it is no evaluation of a model."""

import torch
from elsewhere import distance, smallest
from networks import PairedLoss, build
from torch.utils.data import DataLoader


def main(settings, mixtures: DataLoader):
    net = build(settings)
    net.load_state_dict(torch.load("separator.pt", weights_only=True))
    net.eval()
    for mixture, sources in mixtures:
        estimate = net(mixture)  # finding: `net` is evaluated with gradients enabled
        print((estimate - sources).abs().mean().item())


def without_a_model(estimates: DataLoader):
    criterion = PairedLoss(distance, smallest)
    criterion.eval()
    for estimate, sources in estimates:
        print(criterion(estimate, sources).item())
