import torch
import torch.nn as nn


class Generator(nn.Module):
    def __init__(self, classes, latent):
        super().__init__()
        self.label_emb = nn.Embedding(classes, latent)  # finding: `label_emb` is never used
        self.body = nn.Sequential(nn.Linear(latent, 32), nn.ReLU(), nn.Linear(32, 3))
        self.refine = nn.Sequential(nn.Linear(3, 3), nn.Tanh())  # finding: `refine` is never used
        self.dropout = nn.Dropout(0.3)  # finding: `dropout` is never used, so it never drops anything
        self.init_weights()

    def init_weights(self):
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.zeros_(m.bias)

    def forward(self, noise):
        return self.body(noise)


class Other(nn.Module):
    """Has a layer of the same name, which it uses."""

    def __init__(self):
        super().__init__()
        self.refine = nn.Linear(3, 3)

    def forward(self, x):
        return self.refine(x)


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 3)

    def forward(self, x):
        return self.first(x)


class Derived(Base):
    def __init__(self):
        super().__init__()
        self.second = nn.Linear(3, 3)  # finding: `second` is never used


class Scaled(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x) * 2


class ScaledWithBias(Scaled):
    def __init__(self, inner):
        super().__init__(inner)
        self.bias = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return self.inner(x) + self.bias


class Wrapping(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)
        self.scaled = Scaled(self.net)
        self.own = Scaled(nn.Linear(3, 3))  # finding: `own` is never used
        self.biased = ScaledWithBias(self.net)  # finding: `biased` is never used

    def forward(self, x):
        return self.net(x)


model = Other()
model.add_module("dropout_at_the_end", nn.Dropout(p=0.5))  # finding: `dropout_at_the_end` is never used
print(model(torch.ones(2, 3)), Generator(2, 3)(torch.ones(2, 3)), Derived()(torch.ones(2, 3)))
print(Wrapping()(torch.ones(2, 3)))


class Rated(nn.Module):
    """Its dropout is called like a setting that others read."""

    def __init__(self, rate):
        super().__init__()
        self.droprate = nn.Dropout(rate)  # finding: `droprate` is never used
        self.droppath = nn.Dropout(rate)
        self.out = nn.Linear(3, 3)

    def forward(self, x):
        return self.out(x)


def build(args, configs):
    model = Rated(args.droprate + configs.model.config.droprate)
    return model.droppath(model(torch.ones(3)))


class HalfNorm(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x.float()).to(x.dtype)


class Doubled(nn.Module):
    def forward(self, x):
        return x + x


class Tower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.before = HalfNorm(width)
        self.after = HalfNorm(width)  # finding: `after` is never used
        self.doubled = Doubled()

    def forward(self, x):
        return self.before(x)


def perceptron(sizes):
    layers = []
    for size, after in zip(sizes, sizes[1:]):
        layers += [nn.Linear(size, after), nn.Tanh()]
    return nn.Sequential(*layers)


class MadeByFunctions(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.actor = perceptron(sizes)
        self.critic = perceptron(sizes)  # finding: `critic` is never used
        self.heads = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])  # finding: `heads` is never used

    def forward(self, x):
        return self.actor(x)


class FilledList(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList()
        self.norms = nn.ModuleList()  # finding: `norms` is never used, so its parameters never learn
        for number in range(depth):
            self.layers.append(nn.Linear(width, width))
            self.norms.append(nn.LayerNorm(width))
            setattr(self, f"scale{number}", 1.0)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        return x
