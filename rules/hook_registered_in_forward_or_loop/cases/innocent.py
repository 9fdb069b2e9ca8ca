import torch
from torch import nn


class Once(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.layer.register_forward_hook(print)
        self.is_hooked = False

    def forward(self, x):
        if not self.is_hooked:
            self.layer.register_forward_pre_hook(print)
            self.is_hooked = True
        handle = self.layer.register_forward_hook(print)
        x = self.layer(x)
        handle.remove()
        with self.layer.register_forward_hook(print):
            x = self.layer(x)
        if x.requires_grad:
            x.register_hook(print)
        return x


class OfActivations(nn.Module):
    """A tensor's hook goes with the graph of this forward."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        x.register_hook(lambda grad: grad.clamp(-1, 1))
        return x


def compare(widths, rows):
    """Another model in each pass."""
    for width in widths:
        model = nn.Linear(4, width)
        model.register_forward_hook(print)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for row in rows:
            optimizer.zero_grad()
            model(row).sum().backward()
            optimizer.step()


def before_training(model: nn.Module, loader):
    for layer in model.children():
        layer.register_forward_hook(print)
    for x in loader:
        model(x).sum().backward()
