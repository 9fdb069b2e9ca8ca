import argparse

import torch
import torch.backends.cudnn as cudnn
import torch.nn as nn


class Freezable(nn.Module):
    """Says itself what the attribute is."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    @property
    def requires_grad(self):
        return self.layer.weight.requires_grad

    @requires_grad.setter
    def requires_grad(self, value):
        self.layer.requires_grad_(value)


class WithARate(torch.optim.SGD):
    @property
    def lr(self):
        return self.param_groups[0]["lr"]

    @lr.setter
    def lr(self, value):
        self.param_groups[0]["lr"] = value


class Scheduled:
    """Somebody's own optimizer."""

    def __init__(self, optimizer):
        self.optimizer, self.lr = optimizer, 0.1

    def step(self):
        for group in self.optimizer.param_groups:
            group["lr"] = self.lr


class Reads(nn.Module):
    def __init__(self):
        super().__init__()
        self.requires_grad = True
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x) if self.requires_grad else self.layer(x).detach()


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.norm = nn.Linear(3, 3), nn.BatchNorm1d(3)

    def forward(self, x):
        x = self.norm(self.layer(x))
        return x if self.training else x.argmax(-1)


class Detector(nn.Module):
    """Its head gives something else in training, which is asked for once while the rest stays in eval mode."""

    def __init__(self):
        super().__init__()
        self.body, self.head = nn.BatchNorm1d(3), Head()
        self.eval()
        self.head.training = True
        self.width = self(torch.zeros(1, 3)).shape[-1]
        self.train()

    def forward(self, x):
        return self.head(self.body(x))


def freeze(module):
    parts = {}
    parts["layer"] = getattr(module, "layer", None)
    parts["learned"] = getattr(module, "learned", None)
    parts = {name: part for name, part in parts.items() if part is not None}
    for part in parts.values():
        if isinstance(part, nn.Parameter):
            part.requires_grad = False
        elif isinstance(part, nn.Module):
            for parameter in part.parameters():
                parameter.requires_grad = False
    print(parts["layer"].weight.requires_grad, len(list(parts["layer"].children())))


def outputs(detector, x):
    detector.eval()
    head = detector.head
    head.training = True
    return detector(x)


model = Freezable()
freeze(model)
print(outputs(Detector(), torch.zeros(2, 3)).shape)
model.requires_grad = False
for parameter in model.parameters():
    parameter.requires_grad = False
model.layer.weight.requires_grad = False
reads = Reads()
reads.requires_grad = False
norm = nn.BatchNorm1d(3)
norm.training = False
norm.momentum = 0.1
norm.eps = 1e-3
optimizer = WithARate(model.parameters(), lr=0.1)
optimizer.lr = 0.2
scheduled = Scheduled(optimizer)
scheduled.lr = 0.3
opt = argparse.ArgumentParser().parse_args([])
opt.lr = 0.1
opt.require_grad = True
for group in optimizer.param_groups:
    group["lr"] = 0.1
cudnn.benchmark = True
cudnn.deterministic, cudnn.enabled = True, True
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True
