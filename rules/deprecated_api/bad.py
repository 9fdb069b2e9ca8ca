"""Trains a small classifier as programs did some years ago."""

import torch
from torch import nn, optim
from torch.nn import functional as F


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 3)
        nn.init.xavier_uniform(self.layer.weight)  # finding: use `torch.nn.init.xavier_uniform_`

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)


class Momentum(optim.Optimizer):
    def __init__(self, params) -> None:
        super().__init__(params, {"lr": 0.1})

    def step(self, closure=None) -> None:
        with torch.no_grad():
            for p in (p for group in self.param_groups for p in group["params"]):
                held = self.state[p].setdefault("held", torch.zeros_like(p))
                held.mul_(0.9).add_(p.grad)
                p.add_(-0.1, held)  # finding: pass the factor by keyword, as `alpha`


def main() -> None:
    torch.manual_seed(0)
    model = Classifier()
    optimizer = Momentum(model.parameters())
    criterion = nn.CrossEntropyLoss(size_average=False)  # finding: use `reduction="sum"`
    use_amp = torch.cuda.is_available()
    scaler = torch.cuda.amp.GradScaler(enabled=use_amp)  # finding: `torch.amp.GradScaler("cuda")`
    inputs, targets = torch.randn(12, 4), torch.randint(3, (12,))
    for _ in range(5):
        optimizer.zero_grad()
        with torch.cuda.amp.autocast(use_amp):  # finding: `torch.amp.autocast("cuda")`
            loss = criterion(model(inputs), targets)
        scaler.scale(loss).backward()
        nn.utils.clip_grad_norm(model.parameters(), 1.0)  # finding: use `torch.nn.utils.clip_grad_norm_`
        scaler.step(optimizer)
        scaler.update()
    rows, columns = torch.meshgrid(torch.arange(2), torch.arange(3))  # finding: add `indexing="ij"`
    print(rows + columns, F.cross_entropy(model(inputs), targets, size_average=True))  # finding: `reduction="mean"`


if __name__ == "__main__":
    main()
