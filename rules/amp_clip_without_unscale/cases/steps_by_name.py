"""Names say what is done with scaled gradients, so only a run shows whether they are still scaled where they are cut."""

import torch
from torch import nn
from torch.amp import GradScaler


class Updates:
    """What comes after the backward."""

    def tight(self, net: nn.Module, optimizer: torch.optim.Optimizer, scaler: GradScaler):
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)  # suspected: call `scaler.unscale_(optimizer)`  # refuted
        scaler.step(optimizer)
        scaler.update()

    def loose(self, net: nn.Module, optimizer: torch.optim.Optimizer, scaler: GradScaler):
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)  # suspected: call `scaler.unscale_(optimizer)` first
        scaler.step(optimizer)
        scaler.update()


class Fitting:
    def __init__(self, update: str, before: tuple[str, ...] = ()):
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.scaler = GradScaler("cpu", init_scale=1024.0)
        self.update, self.before = update, before

    def fit(self, x: torch.Tensor, y: torch.Tensor):
        loss = nn.functional.mse_loss(self.net(x), y)
        self.optimizer.zero_grad()
        self.scaler.scale(loss).backward()
        for name in self.before:
            getattr(self.scaler, name)(self.optimizer)
        getattr(Updates(), self.update)(self.net, self.optimizer, self.scaler)
        return loss.item()


torch.manual_seed(0)
x = torch.randn(64, 4)
for fitting in (Fitting("tight", before=("unscale_",)), Fitting("loose")):
    losses = [fitting.fit(x, x.sum(1, keepdim=True)) for _ in range(4)]
    print(f"{fitting.update}: {losses[0]:.3f} to {losses[-1]:.3f}")
