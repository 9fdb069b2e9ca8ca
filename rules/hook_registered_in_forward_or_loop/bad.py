"""A model that watches its own activations, and a training that watches gradients, with one more hook each time."""

import torch
from torch import nn


class Watched(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.block = nn.Sequential(nn.Linear(2, width), nn.ReLU())
        self.head = nn.Linear(width, 1)
        self.active: list[float] = []

    def watch(self, module: nn.Module, args: tuple, output: torch.Tensor) -> None:
        self.active.append((output > 0).float().mean().item())

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        self.block.register_forward_hook(self.watch)  # finding: each call of `forward` adds another hook to
        return self.head(self.block(points))


def main() -> None:
    torch.manual_seed(0)
    model = Watched()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    norms: list[float] = []
    for _ in range(30):
        points = torch.randn(32, 2)
        model.head.register_full_backward_hook(  # finding: each step adds another hook to `model.head`, and none is
            lambda module, grad_input, grad_output: norms.append(grad_output[0].norm().item())
        )
        loss = ((model(points) - points.prod(1, keepdim=True)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"30 steps, {len(model.active)} notes of activations, {len(norms)} of gradients")


if __name__ == "__main__":
    main()
