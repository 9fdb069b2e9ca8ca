"""A transformer whose block was given a mask, by somebody who did not know all of its callers."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.norm = nn.LayerNorm(width)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        attended, _ = self.attention(x, x, x, key_padding_mask=mask)
        return self.norm(x + attended)


class Encoder(nn.Module):
    def __init__(self, width: int = 16, depth: int = 2) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(width, heads=2) for _ in range(depth)])
        self.head = nn.Linear(width, 3)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, mask)
        return self.head(x.mean(dim=1))

    def embed(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)  # finding: `Block.forward` is called without `mask`, so this call raises a TypeError
        return x


def main() -> None:
    torch.manual_seed(0)
    model = Encoder()
    x, mask = torch.rand(4, 5, 16), torch.zeros(4, 5, dtype=torch.bool)
    print(model(x, mask).shape)
    try:
        print(model.embed(x).shape)
    except TypeError as error:
        print(error)


if __name__ == "__main__":
    main()
