"""Learn to add up waves with several heads, residual blocks and scales, of which the model sees none."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.tanh(self.inner(x))


class Waves(nn.Module):
    def __init__(self, features: int = 4, width: int = 16, depth: int = 3) -> None:
        super().__init__()
        self.embed = nn.Linear(features, width)
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])
        self.scales = nn.ParameterList([nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))])
        self.heads = nn.ModuleDict({"sum": nn.Linear(width, 1), "peak": nn.Linear(width, 1)})
        self.late = nn.ModuleList()
        for _ in range(depth):
            self.late.append(Block(width))

    def forward(self, rows: torch.Tensor) -> dict[str, torch.Tensor]:
        x = self.embed(rows)
        for block in self.blocks:
            x = block(x)
        x = x * self.scales[0] + self.scales[1]
        for block in self.late:
            x = block(x)
        return {name: head(x).squeeze(1) for name, head in self.heads.items()}


def make_waves(count: int) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    rows = torch.rand(count, 4) * 6
    waves = torch.sin(rows)
    return rows, {"sum": waves.sum(dim=1), "peak": waves.amax(dim=1)}


def main() -> None:
    torch.manual_seed(0)
    rows, wanted = make_waves(500)
    model = Waves()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(200):
        optimizer.zero_grad()
        found = model(rows)
        loss = sum(torch.mean((found[name] - wanted[name]) ** 2) for name in wanted)
        loss.backward()
        optimizer.step()
    print(f"{sum(p.numel() for p in model.parameters())} parameters, loss {loss.item():.3f}")


if __name__ == "__main__":
    main()
