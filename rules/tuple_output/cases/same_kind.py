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


class Gaussian(nn.Module):
    """A mean, and a logarithm that is kept in bounds."""

    def __init__(self):
        super().__init__()
        self.body, self.mean, self.spread = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 2)

    def forward(self, x):
        x = torch.relu(self.body(x))
        mean = self.mean(x)
        log_std = self.spread(x)
        log_std = torch.tanh(log_std)
        log_std = -5 + 0.5 * 7 * (log_std + 1)
        return mean, log_std


class Shaped(nn.Module):
    """A mean and a deviation, each in the range that it needs."""

    def __init__(self):
        super().__init__()
        self.body, self.mean, self.spread = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 2)

    def forward(self, x):
        x = torch.relu(self.body(x))
        mean = 2.0 * torch.tanh(self.mean(x))
        deviation = nn.functional.softplus(self.spread(x))
        deviation = torch.clamp(deviation, self.least, self.most)
        return (mean, deviation)

    least, most = 0.01, 2.0


class Visible(nn.Module):
    """Before and after an activation."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 4, 3)

    def forward(self, x):
        before = self.conv(x)
        after = torch.relu(before)
        return before, after  # finding: `Visible.forward` returns 2 different things


class Flow(nn.Module):
    """One of a sequence, which takes what the one before returns."""

    def __init__(self):
        super().__init__()
        self.w, self.u = nn.Parameter(torch.rand(1, 2)), nn.Parameter(torch.rand(1, 2))

    def forward(self, given):
        z, total = given
        slope = 1 - torch.tanh(z @ self.w.t()) ** 2
        volume = torch.log(torch.abs(1 + slope * (self.u @ self.w.t())) + 1e-6)
        return z + self.u * torch.tanh(z @ self.w.t()), total + volume


class Bounded(nn.Module):
    """The same steps, from layers of other sizes."""

    def __init__(self):
        super().__init__()
        self.body, self.action, self.value = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 1)

    def forward(self, x):
        x = torch.relu(self.body(x))
        action = self.action(x)
        action = torch.tanh(action)
        value = self.value(x)
        return action, value  # finding: `Bounded.forward` returns 2 different things


class Translator(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.widen, self.narrow = nn.Linear(4, hidden), nn.Linear(hidden, 4)

    def encode(self, x):
        return self.widen(x)

    def decode(self, code):
        return self.narrow(code)


class Exchange(nn.Module):
    """Each picture in the style of the other: one method of two objects of one class."""

    def __init__(self, settings):
        super().__init__()
        self.one = Translator(settings["width of one"])
        self.other = Translator(settings["width of the other"])

    def forward(self, a, b):
        code_a = self.one.encode(a)
        code_b = self.other.encode(b)
        b_as_a = self.one.decode(code_b)
        a_as_b = self.other.decode(code_a)
        return a_as_b, b_as_a


class Autoencoder(nn.Module):
    """Two methods: a picture, and its code."""

    def __init__(self):
        super().__init__()
        self.net = Translator(8)

    def forward(self, x):
        code = self.net.encode(x)
        picture = self.net.decode(code)
        return picture, code  # finding: `Autoencoder.forward` returns 2 different things


class TwoViews(nn.Module):
    """Two views of each picture, embedded by the same layers, two at a time."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.norm = nn.BatchNorm1d(8, affine=False)

    def forward(self, one, other):
        h1, h2 = self.encoder(one), self.encoder(other)
        n1, n2 = self.norm(h1), self.norm(h2)
        return (n1, n2)


class Predicting(nn.Module):
    """The same, but what is predicted of an embedding is no embedding."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.predictor = nn.Linear(8, 8)

    def forward(self, x):
        h, g = self.encoder(x), self.encoder(-x)
        p, q = self.predictor(h), self.predictor(g)
        return h, q  # finding: `Predicting.forward` returns 2 different things


def main():
    Shaped()(torch.rand(2, 4))
    before, after = Visible()(torch.rand(2, 1, 8))
    flow = nn.Sequential(*[Flow() for _ in range(3)]).to("cpu")
    flow((torch.rand(2, 2), 0.0))
    Gaussian()(torch.rand(2, 4))
    action, value = Bounded()(torch.rand(2, 4))
    Exchange({"width of one": 8, "width of the other": 8})(torch.rand(2, 4), torch.rand(2, 4))
    picture, code = Autoencoder()(torch.rand(2, 4))
    img1, img2 = CoupledGenerators()(torch.randn(2, 4))
    validity1, validity2 = CoupledDiscriminators()(img1, img2)
    left, right = Siamese()(img1, img2)
    norm, other_norm = TwoViews()(torch.rand(2, 4), torch.rand(2, 4))
    embedded, predicted = Predicting()(torch.rand(2, 4))
    a, p, n = Triplet()(img1, img2, img2)
    maps = Pyramid()(torch.randn(1, 3, 16, 16))
    print(before, after, action, value, picture, code)
    return validity1, validity2, left, right, a, p, n, maps


if __name__ == "__main__":
    main()
