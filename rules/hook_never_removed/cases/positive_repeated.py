"""Registrations that run again and again on the same module: in `forward`, in a loop, once per epoch."""

import torch
from torch import nn


class Recorder(nn.Module):
    """Adds one more hook to its own block in each forward."""

    def __init__(self):
        super().__init__()
        self.block = nn.Linear(8, 8)
        self.seen = None

    def keep(self, module, inputs, output):
        self.seen = output.detach()

    def forward(self, inputs):
        self.block.register_forward_hook(self.keep)  # one more with each forward: a rule of its own tells that
        return self.block(inputs)


def report(module, inputs, output):
    print(output.mean().item())


def once_per_epoch():
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        model.register_forward_hook(report)  # one more with each step: a rule of its own tells that
        optimizer.zero_grad()
        model(torch.randn(4, 8)).square().mean().backward()
        optimizer.step()


def kept_but_not_removed():
    model = nn.Linear(8, 1)
    for _ in range(3):
        handle = model.register_forward_hook(report)  # finding: the hook on `model` runs in every later forward
        model(torch.randn(4, 8))
        print(handle.id)


network = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))
for round_number in range(2):
    network[0].register_forward_hook(report)  # finding: its handle is discarded; keep the
    network(torch.randn(1, 8))


if __name__ == "__main__":
    recorder = Recorder()
    for _ in range(3):
        recorder(torch.randn(4, 8))
    once_per_epoch()
    kept_but_not_removed()
