"""Looks at what each head of an attention attends to."""

import torch
from torch import nn


class CrossAttention(nn.Module):
    def __init__(self, width: int = 16, heads: int = 4) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.weights: torch.Tensor | None = None

    def forward(self, words: torch.Tensor, image: torch.Tensor) -> torch.Tensor:
        out, weights = self.attention(words, image, image)
        self.weights = weights
        return out


def show(layer: CrossAttention) -> None:
    over_heads = layer.weights.mean(dim=1)  # suspected: has no head dimension, so this averages over the queries
    print("over heads:", tuple(over_heads.shape))
    last = layer.weights[:, :, -1, :]  # finding: has no head dimension, so this index raises an IndexError
    print("of the last word:", tuple(last.shape))


def main() -> None:
    torch.manual_seed(0)
    layer = CrossAttention()
    layer(torch.rand(2, 5, 16), torch.rand(2, 9, 16))
    try:
        show(layer)
    except IndexError as error:
        print(error)


if __name__ == "__main__":
    main()
