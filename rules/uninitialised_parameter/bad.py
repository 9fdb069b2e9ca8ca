"""A layer whose bias is forgotten when its parameters are filled."""

import math

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs))
        self.bias = nn.Parameter(torch.empty(outputs))  # finding: nothing initialises `bias`
        self.reset_parameters()

    def reset_parameters(self) -> None:
        bound = 1 / math.sqrt(self.weight.size(1))
        nn.init.uniform_(self.weight, -bound, bound)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.linear(x, self.weight, self.bias)


def main() -> None:
    torch.manual_seed(0)
    used = [torch.rand(64) * 1e4 for _ in range(100)]  # numbers of something else, in memory that is free again
    del used
    layer = Scaled(8, 64)
    print(f"outputs of shape {tuple(layer(torch.randn(2, 8)).shape)}")


if __name__ == "__main__":
    main()
