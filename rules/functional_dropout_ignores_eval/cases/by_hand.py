"""Layers that drop, or add noise, by hand: at once, through names and with numbers."""

import random

import numpy as np
import torch
from torch import nn


class DropPath(nn.Module):
    """The mean is kept, as in a dropout: nothing else can be meant."""

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p

    def forward(self, x):
        keep = 1 - self.p
        mask = torch.rand(x.shape[0], 1, device=x.device) < keep  # finding: drops in eval mode too
        return x * mask / keep


class DropPathByBernoulli(nn.Module):
    def __init__(self, drop_prob: float) -> None:
        super().__init__()
        self.drop_prob = drop_prob

    def forward(self, x):
        keep_prob = 1 - self.drop_prob
        mask = x.new_empty(x.shape[0], 1).bernoulli_(keep_prob)  # finding: drops in eval mode too
        return x.div(keep_prob) * mask


class ToldDropPath(DropPathByBernoulli):
    def forward(self, x):
        if self.drop_prob == 0.0 or not self.training:
            return x
        keep_prob = 1 - self.drop_prob
        return x.div(keep_prob) * x.new_empty(x.shape[0], 1).bernoulli_(keep_prob)


class Labels(nn.Module):
    def __init__(self, classes: int, ucg_rate: float) -> None:
        super().__init__()
        self.classes, self.ucg_rate, self.uncond_prob = classes, ucg_rate, ucg_rate
        self.table = nn.Embedding(classes + 1, 8)

    def forward(self, c):
        mask = torch.bernoulli(torch.ones_like(c) * self.ucg_rate)  # suspected: drops in eval mode too
        dropped = torch.rand(len(c)).to(c.device) < self.uncond_prob  # suspected: drops in eval mode too
        return self.table(torch.where(dropped, c, (mask * c).long()))


class SwitchedByItsCaller(Labels):
    def forward(self, c, disable_dropout=False):
        if self.ucg_rate > 0 and not disable_dropout:
            c = (torch.bernoulli(torch.ones_like(c) * self.ucg_rate) * c).long()
        return self.table(c)


class Encoder(nn.Module):
    def __init__(self, layerdrop: float) -> None:
        super().__init__()
        self.layerdrop, self.num_train_timesteps = layerdrop, 1000
        self.text = nn.Linear(8, 8)
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])

    def forward(self, x, prompts):
        self.steps = self.num_train_timesteps // 2
        states = self.text(x)
        empty = [at for at in range(len(prompts)) if random.random() < 0.1]  # suspected: drops in eval mode too
        states[empty] = 0
        for layer in self.layers:
            chance = np.random.uniform(0, 1)
            if chance > self.layerdrop:  # suspected: drops in eval mode too
                states = layer(states)
        return states


class Flip(nn.Module):
    """A transform of torchvision's kind, which a dataset calls: nobody puts it in eval mode."""

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = p

    def forward(self, image):
        if torch.rand(1) < self.p or random.random() < 0.1:
            return image.flip(-1)
        return image


class MaskedAutoencoder(nn.Module):
    """What is masked is what it learns from, and what its evaluation is about."""

    def __init__(self) -> None:
        super().__init__()
        self.mask_ratio = 0.75
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        mask = torch.rand(x.shape[:1]) < self.mask_ratio
        return self.layer(x * ~mask[:, None]), mask


class Diffusion(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer, self.sigma = nn.Linear(8, 8), 0.1

    def forward(self, x):
        steps = torch.rand(len(x), 1)
        noised = x * steps + torch.randn_like(x) * (1 - steps)
        return self.layer(noised + torch.randn_like(x) * self.sigma)


class Latent(nn.Module):
    def forward(self, mean, deviation):
        return mean + torch.randn_like(mean) * deviation


class GaussianNoise(nn.Module):
    def __init__(self, sigma: float) -> None:
        super().__init__()
        self.sigma = sigma

    def forward(self, x):
        return x + torch.randn_like(x) * self.sigma  # suspected: adds noise in eval mode too


class ToldGaussianNoise(GaussianNoise):
    def forward(self, x):
        if self.training:
            x = x + torch.randn_like(x) * self.sigma
        return x


class FilledNoise(nn.Module):
    def __init__(self, sigma: float) -> None:
        super().__init__()
        self.sigma = sigma

    def forward(self, x):
        noise = torch.empty_like(x).normal_(0, self.sigma)
        return x + noise  # suspected: adds noise in eval mode too


class ToldFilledNoise(FilledNoise):
    def forward(self, x):
        if not self.training:
            return x
        return x + x.new_empty(x.shape).normal_(0, self.sigma)


class NoiseInTraining(FilledNoise):
    def forward(self, x):
        noise = torch.empty_like(x).normal_(0, self.sigma)
        return x + noise if self.training else x


class NoiseUnlessTold(FilledNoise):
    def forward(self, x):
        noise = torch.empty_like(x).normal_(0, self.sigma)
        if self.training:
            x = x + noise
        return x


class StartsWithNoise(nn.Module):
    def __init__(self, sigma: float) -> None:
        super().__init__()
        self.sigma = sigma
        self.weight = nn.Parameter(torch.empty(4, 4))

    def forward(self, x):
        return x @ self.weight

    def reset(self):
        self.weight.data.normal_(0, self.sigma)
