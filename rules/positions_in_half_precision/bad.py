"""A language model in bfloat16, whose rotary tables are as coarse as its weights."""

import torch
import torch.nn.functional as F
from torch import nn


class RotaryTable(nn.Module):
    def __init__(self, width: int, base: float = 10000.0) -> None:
        super().__init__()
        frequencies = 1.0 / (base ** (torch.arange(0, width, 2).float() / width))
        self.register_buffer("inv_freq", frequencies, persistent=False)

    def forward(self, length: int) -> tuple[torch.Tensor, torch.Tensor]:
        positions = torch.arange(length).type_as(self.inv_freq)  # finding: makes bfloat16 positions, like `inv_freq`
        angles = torch.einsum("i,j->ij", positions, self.inv_freq)
        table = torch.cat((angles, angles), dim=-1)
        return table.cos(), table.sin()


class Attention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.rotary = RotaryTable(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        cos, sin = self.rotary(x.shape[1])
        return F.scaled_dot_product_attention(turned(q, cos, sin), turned(k, cos, sin), v, is_causal=True)


def turned(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    first, second = x.chunk(2, dim=-1)
    return (x * cos + torch.cat((-second, first), dim=-1) * sin).to(x.dtype)


def sinusoids(width: int) -> torch.Tensor:
    late = torch.arange(4000, dtype=torch.bfloat16)  # finding: is bfloat16, which skips integers above 256
    waves = torch.exp(torch.arange(width // 2, dtype=torch.bfloat16) * -0.1)
    angles = late[:, None] * waves
    return torch.cat((angles.sin(), angles.cos()), dim=1)


def main() -> None:
    torch.manual_seed(0)
    model = Attention(32).to(torch.bfloat16)
    with torch.no_grad():
        print(model(torch.randn(2, 600, 32, dtype=torch.bfloat16)).float().std())
    print(sinusoids(16).shape)


if __name__ == "__main__":
    main()
