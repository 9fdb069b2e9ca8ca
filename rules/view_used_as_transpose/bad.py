"""Attention with four heads, over positions that are told from each other in a wrong way."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size: int = 32, heads: int = 4) -> None:
        super().__init__()
        self.project, self.heads = nn.Linear(size, size), heads

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q = self.project(x).unflatten(-1, (self.heads, -1))
        batch, length, heads, width = q.shape
        by_head = q.view(batch, heads, length, width)  # finding: use `permute(0, 2, 1, 3)`
        scores = (by_head @ by_head.transpose(-2, -1) / width**0.5).softmax(-1)
        mixed = scores @ by_head
        return mixed.mean((1, 2))


def as_channels(image: torch.Tensor) -> torch.Tensor:
    height, width, channels = image.size()
    return image.reshape(channels, height, width)  # finding: elements, so it scrambles `image`


def main() -> None:
    torch.manual_seed(0)
    print(Attention()(torch.randn(2, 10, 32)).shape)
    print(as_channels(torch.rand(8, 6, 3)).shape)


if __name__ == "__main__":
    main()
