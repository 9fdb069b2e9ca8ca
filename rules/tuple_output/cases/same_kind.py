"""Several things of one kind: a pair is as good a name for them as any."""

import torch
import torch.nn as nn


class CoupledGenerators(nn.Module):
    """The same picture in two styles."""

    def __init__(self):
        super().__init__()
        self.shared, self.G1, self.G2 = nn.Linear(4, 8), nn.Linear(8, 16), nn.Linear(8, 16)

    def forward(self, noise):
        emb = self.shared(noise)
        img1 = self.G1(emb)
        img2 = self.G2(emb)
        return img1, img2


class CoupledDiscriminators(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared, self.D1, self.D2 = nn.Linear(16, 8), nn.Linear(8, 1), nn.Linear(8, 1)

    def forward(self, img1, img2):
        out = self.shared(img1)
        validity1 = self.D1(out)
        out = self.shared(img2)
        validity2 = self.D2(out)
        return validity1, validity2


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(16, 8)

    def once(self, x):
        return self.net(x)

    def forward(self, left, right):
        output_left = self.once(left)
        output_right = self.once(right)
        return output_left, output_right


class Triplet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(16, 8)

    def forward(self, anchor, positive, negative):
        return self.net(anchor), self.net(positive), self.net(negative)


class Pyramid(nn.Module):
    """As many feature maps as there are stages."""

    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleList(nn.Conv2d(3, 3, 3, stride=2, padding=1) for _ in range(3))

    def forward(self, image):
        maps = []
        for stage in self.stages:
            image = stage(image)
            maps.append(image)
        return tuple(maps)


def main():
    img1, img2 = CoupledGenerators()(torch.randn(2, 4))
    validity1, validity2 = CoupledDiscriminators()(img1, img2)
    left, right = Siamese()(img1, img2)
    a, p, n = Triplet()(img1, img2, img2)
    maps = Pyramid()(torch.randn(1, 3, 16, 16))
    return validity1, validity2, left, right, a, p, n, maps


if __name__ == "__main__":
    main()
