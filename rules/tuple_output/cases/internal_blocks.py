"""Blocks that only other modules of the file call: what they return is between the two of them."""

import torch
import torch.nn as nn


class FourierFilter(nn.Module):
    """Splits a series into what varies and what does not."""

    def __init__(self, mask):
        super().__init__()
        self.mask = mask

    def forward(self, x):
        xf = torch.fft.rfft(x, dim=1)
        kept = torch.ones_like(xf)
        kept[:, self.mask] = 0
        x_var = torch.fft.irfft(xf * kept, n=x.size(1), dim=1)
        return x_var, x - x_var


class MovingAverage(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.pool = nn.AvgPool1d(width, stride=1, padding=width // 2)

    def forward(self, x):
        trend = self.pool(x.transpose(1, 2)).transpose(1, 2)
        return x - trend, trend


class Backbone(nn.Module):
    """Features and the positions that go with them."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, image):
        features = self.conv(image)
        positions = torch.arange(features.size(-1), device=image.device)
        return features, positions


class PatchEmbed(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Conv2d(3, 8, 4, stride=4)

    def forward(self, image):
        x = self.proj(image)
        grid = x.shape[-2:]
        return x.flatten(2).transpose(1, 2), grid


class InferenceNet(nn.Module):
    """The parameters of a distribution, for the model below."""

    def __init__(self):
        super().__init__()
        self.mu, self.log_var = nn.Linear(8, 4), nn.Linear(8, 4)

    def forward(self, x):
        z = self.mu(x) + torch.randn_like(self.mu(x)) * torch.exp(0.5 * self.log_var(x))
        return self.mu(x), self.log_var(x), z


class Block(nn.Module):
    """A stack of these passes a pair from one to the next."""

    def __init__(self):
        super().__init__()
        self.node, self.edge = nn.Linear(8, 8), nn.Linear(2, 2)

    def forward(self, x, edges):
        return self.node(x), self.edge(edges)


class Series(nn.Module):
    def __init__(self):
        super().__init__()
        self.split = FourierFilter([0, 1])
        self.average = MovingAverage(3)

    def forward(self, x):
        varying, fixed = self.split(x)
        seasonal, trend = self.average(fixed)
        return varying + seasonal + trend


class Detector(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.embed = PatchEmbed()
        self.head = nn.Linear(8, 4)

    def forward(self, image):
        features, positions = self.backbone(image)
        patches, grid = self.embed(image)
        return self.head(features.mean((2, 3))) + self.head(patches.mean(1)) + positions.size(0) + grid[0]


class Variational(nn.Module):
    def __init__(self):
        super().__init__()
        self.inference = nn.ModuleDict({"q": InferenceNet()})
        self.blocks = nn.ModuleList(Block() for _ in range(2))

    def forward(self, x, edges):
        mu, log_var, z = self.inference["q"](x)
        for block in self.blocks:
            x, edges = block(x, edges)
        return x.sum() + edges.sum() + z.sum() + mu.sum() + log_var.sum()


def main():
    series = Series()(torch.randn(2, 16, 3))
    boxes = Detector(Backbone())(torch.randn(1, 3, 16, 16))
    loss = Variational()(torch.randn(2, 8), torch.randn(2, 2))
    return series, boxes, loss


if __name__ == "__main__":
    main()
