"""Tensors that are assigned with an annotation, under a local name, by a helper, or when they are first needed."""

import math

import torch
from torch import Tensor, nn
from torch.nn import Parameter as P


class Annotated(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift: Tensor = torch.zeros(3)  # finding: `self.shift` does not move with the model

    def forward(self, x):
        return x + self.shift


class Sines(nn.Module):
    def __init__(self, length, width, device):
        super().__init__()
        table = torch.zeros(length, width)
        table[:, 0::2] = torch.sin(torch.arange(width // 2) * math.pi)
        table = table.unsqueeze(0)
        self.table = table  # finding: `self.table` does not move with the model
        placed = torch.zeros(length, width).to(device)
        self.placed = placed  # suspected: stays on the device that the constructor puts it on
        made = torch.ones(width, device=device)
        self.made = made * 2  # suspected: stays on the device that the constructor puts it on

    def forward(self, x):
        return (x + self.table + self.placed) * self.made


class Filled(nn.Module):
    def __init__(self, how="xavier_uniform_"):
        super().__init__()
        fill = getattr(nn.init, how)
        self.weight = fill(torch.empty(3, 3))  # finding: `self.weight` does not move with the model
        self.known = nn.init.ones_(torch.empty(3))  # finding: `self.known` does not move with the model
        self.trained = nn.Parameter(fill(torch.empty(3, 3)))

    def forward(self, x):
        return (x @ self.weight + self.known) @ self.trained


class ByHelper(nn.Module):
    def __init__(self):
        super().__init__()
        self._start(3)

    def _start(self, count):
        self.weights = torch.linspace(0, 1, count)  # finding: `self.weights` does not move with the model

    def forward(self, x):
        return x * self.weights


class StartedAgain(nn.Module):
    """Others call the helper again, when the module has moved: where its tensor is, they decide."""

    def __init__(self):
        super().__init__()
        self.restart(3)

    def restart(self, count):
        self.weights = torch.linspace(0, 1, count)

    def reset_for(self, batch):
        self.restart(len(batch))

    def forward(self, x):
        return x * self.weights


class Lazy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask = None
        self.like = None
        self.on_device = None
        self.moved = None

    def _make(self, x):
        self.mask = torch.ones(x.shape[1])  # finding: `self.mask` is created on the default device
        self.like = x.new_ones(x.shape[1])
        self.on_device = torch.ones(x.shape[1], device=x.device)
        self.moved = torch.ones(x.shape[1]).to(x)

    def reset(self):
        self.mask = None

    def forward(self, x):
        if self.mask is None:
            self._make(x)
        return (x * self.mask + self.like) * self.on_device * self.moved


class Trained(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.tensor([1.5], requires_grad=True)  # finding: `self.scale` is not trained, saved or moved
        self.shift = torch.zeros(3)  # finding: use `nn.Parameter`
        self.shift.requires_grad = True
        self.layer = nn.Linear(3, 3)
        self.computed = self.layer(torch.zeros(3))

    def forward(self, batch):
        x, _ = batch
        return x * self.scale + self.shift + self.computed


class Attack(nn.Module):
    """What it perturbs an image with is optimized by itself, and not with the model."""

    def __init__(self, size):
        super().__init__()
        self.delta = torch.zeros(3, size, requires_grad=True)
        self.optimizer = torch.optim.SGD([self.delta], lr=0.1)
        self.latent = torch.zeros(3, size, requires_grad=True)
        self.trained = {"params": self.latent}
        self.given = torch.zeros(3, size, requires_grad=True)

    def forward(self, image):
        return image + self.delta + self.latent + self.given


def optimizer_of(attack):
    return torch.optim.SGD([attack.given], lr=0.1)


class Normalised(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = P(torch.tensor([0.485, 0.456, 0.406]), requires_grad=False)
        self.std = torch.tensor([0.229, 0.224, 0.225])  # finding: `self.std` does not move with the model

    def forward(self, x):
        return (x - self.mean) / self.std


class LearnedOrFixed(nn.Module):
    def __init__(self, length, width, *, is_learned):
        super().__init__()
        if is_learned:
            self.table = nn.Parameter(torch.empty(length, width))
            nn.init.normal_(self.table)
        else:
            self.table = torch.zeros(length, width)  # finding: `self.table` does not move with the model

    def forward(self, x):
        return x + self.table[: x.size(0)]
