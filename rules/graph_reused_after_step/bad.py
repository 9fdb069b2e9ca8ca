"""A small GAN that learns a straight line of points."""

import torch
import torch.nn.functional as F
from torch import nn


class Network(nn.Sequential):
    def __init__(self, inputs, outputs):
        super().__init__(nn.Linear(inputs, 32), nn.LeakyReLU(0.2), nn.Linear(32, outputs))


def real_points(count):
    x = torch.rand(count, 1)
    return torch.cat([x, 2 * x - 1], 1)


def train(steps):
    generator, discriminator = Network(4, 2), Network(2, 1)
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
    optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
    ones, zeros = torch.ones(64, 1), torch.zeros(64, 1)
    for _ in range(steps):
        fake = generator(torch.randn(64, 4))
        judged_fake = discriminator(fake)
        judged_real = discriminator(real_points(64))
        loss_d = F.binary_cross_entropy_with_logits(judged_real, ones)
        loss_d = loss_d + F.binary_cross_entropy_with_logits(judged_fake, zeros)
        loss_g = F.binary_cross_entropy_with_logits(judged_fake, ones)

        optimizer_d.zero_grad()
        loss_d.backward(retain_graph=True)
        optimizer_d.step()

        optimizer_g.zero_grad()
        loss_g.backward()  # finding: raises, as `optimizer_d.step()` has changed parameters that its graph needs
        optimizer_g.step()
    return loss_d.item(), loss_g.item()


torch.manual_seed(0)
try:
    print("discriminator {:.3f}, generator {:.3f}".format(*train(steps=200)))
except RuntimeError as error:
    print("it does not run:", str(error).split(":")[0])
