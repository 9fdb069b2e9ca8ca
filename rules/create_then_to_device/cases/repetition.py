"""What runs in each step without a loop around it, and what runs once although there is one."""

import functools

import torch
from torch import nn
from torch.utils.data import DataLoader

_tables = {}


def places(x):
    return torch.arange(x.shape[1]).to(x.device)  # finding: `torch.arange(x.shape[1])` is created on the CPU and


def causal(n, device):
    return torch.ones(n, n).to(torch.device(device))


@functools.lru_cache
def table(n):
    return torch.ones(n, n).to("cuda")


def looked_up(n):
    if n not in _tables:
        _tables[n] = torch.ones(n, n).to("cuda")
    return _tables[n]


class Attention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.out = nn.Linear(size, size)
        self.register_buffer("mask", causal(size, "cuda"))
        self.ramp, self.steps = None, None

    def shifts(self, x):
        if self.ramp is None:
            self.ramp = torch.ones(x.shape[1]).to(x.device)
        if self.steps is not None:
            return self.steps
        self.steps = torch.zeros(x.shape[1]).to(x.device)
        return self.ramp

    def noise(self, x, mask=None):
        if mask is None:
            mask = torch.ones(x.shape[1]).to(x.device)  # finding: pass `device=x.device` to it
        return mask

    def forward(self, x):
        return self.out(x + places(x) + self.shifts(x) + self.noise(x) + table(4) + looked_up(4)) * self.mask


class Momentum:
    """Sets itself up in the first step."""

    def __init__(self, model):
        self.model, self.ready = model, False

    def set_up(self):
        self.old = torch.zeros(8).to("cuda")
        self.ready = True

    def reset(self):
        self.state = torch.zeros(8).to("cuda")  # finding: pass `device="cuda"` to it

    def run(self, loader, optimizer):
        for x in loader:
            if not self.ready:
                self.set_up()
            self.reset()
            self.model(x).mean().backward()
            optimizer.step()


class Diffusion:
    """What a training loop calls, and no module."""

    def __init__(self, model):
        self.model = model
        self.levels = torch.linspace(0, 1, 10).to("cuda")

    def loss(self, x):
        t = torch.rand(x.shape[0], 1).to(x.device)  # finding: pass `device=x.device` to it
        return (self.model(x * t) - x).square().mean()


def show(model, x):
    return model(torch.randn(16, 8).to(x.device))


def train(dataset, epochs):
    model = nn.Linear(8, 8).cuda()
    diffusion, optimizer = Diffusion(model), torch.optim.SGD(model.parameters(), 0.1)
    for epoch in range(epochs):
        for step, x in enumerate(DataLoader(dataset, batch_size=4, shuffle=True)):
            optimizer.zero_grad()
            diffusion.loss(x.cuda()).backward()
            optimizer.step()
            if step % 100 == 0:
                print(torch.randn(2).cuda())
        with torch.no_grad():
            print(model(torch.randn(16, 8).cuda()), show(model, x))


class Padded(nn.Module):
    """Conditions that hold in any step."""

    def count(self):
        self.calls += 1

    def forward(self, x, period):
        self.last = x.mean()
        if (self.width + x.shape[1]) % period != 0:
            x = torch.cat([x, torch.zeros(x.shape[0], period).to(x.device)], 1)  # finding: pass `device=x.device` to it
        if self.last.isnan():
            self.last = torch.zeros(1).to(x.device)  # finding: `torch.zeros(1)` is created on the CPU and copied each
        return x + self.last


def adversarial(loader, generator, critic, optimizer):
    for step, x in enumerate(loader):
        if step % 5 == 0:
            critic(generator(torch.randn(4, 8).to("cuda"))).mean().backward()  # finding: pass `device="cuda"` to it
            optimizer.step()
