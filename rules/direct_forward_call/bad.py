"""Measures what comes out of the first layer, by a hook, and computes around it."""

import torch
from torch import nn


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Linear(4, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.encoder.forward(x)  # finding: skips the hooks of `self.encoder`
        return self.head(torch.relu(hidden))


def main() -> None:
    torch.manual_seed(0)
    model = Network()
    sizes: list[float] = []
    handle = model.encoder.register_forward_hook(lambda module, args, output: sizes.append(output.norm().item()))
    for _ in range(3):
        model(torch.randn(2, 4))
    handle.remove()
    print(f"{len(sizes)} of 3 outputs seen")


if __name__ == "__main__":
    main()
