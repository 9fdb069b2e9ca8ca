"""Optimises an image through a frozen network in eval mode, by a closure: what its target costs, it could save."""

import torch
from torch import nn
from torch.utils.data import DataLoader

from attacks.gradient_sign import GradientSign


def transfer(content, rounds=4):
    features = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU()).eval()
    target = features(content).detach()  # finding: is evaluated with gradients enabled
    image = content.clone().requires_grad_(True)
    optimizer = torch.optim.LBFGS([image])

    def closure():
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(features(image), target)
        loss.backward()
        return loss

    for _ in range(rounds):
        optimizer.step(closure)
    return image


if __name__ == "__main__":
    net = nn.Sequential(nn.Flatten(), nn.Linear(48, 2))
    loader = DataLoader([(torch.randn(3, 4, 4), 0), (torch.randn(3, 4, 4), 1)], batch_size=2)
    attack = GradientSign(net, 0.1)
    for images, labels in loader:
        attack.perturb(images, labels), attack.perturb_slowly(images, labels), attack.look(images)
    attack.predict(loader)
    transfer(torch.randn(1, 3, 8, 8))
