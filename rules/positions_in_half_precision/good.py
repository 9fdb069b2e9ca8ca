"""A language model in bfloat16, whose rotary tables are computed in float32."""

import torch
import torch.nn.functional as F
from torch import nn


class RotaryTable(nn.Module):
    def __init__(self, width: int, base: float = 10000.0) -> None:
        super().__init__()
        self.width = width
        self.base = base

    def forward(self, length: int, like: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        positions = torch.arange(length, device=like.device, dtype=torch.float32)
        steps = torch.arange(0, self.width, 2, device=like.device, dtype=torch.float32)
        angles = torch.outer(positions, self.base ** (-steps / self.width))
        table = torch.cat((angles, angles), dim=-1)
        return table.cos().to(like.dtype), table.sin().to(like.dtype)


class Attention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.rotary = RotaryTable(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        cos, sin = self.rotary(x.shape[1], x)
        return F.scaled_dot_product_attention(turned(q, cos, sin), turned(k, cos, sin), v, is_causal=True)


def turned(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-second, first), dim=-1) * sin


def sinusoids(width: int) -> torch.Tensor:
    late = torch.arange(4000, dtype=torch.float32)
    waves = torch.exp(torch.arange(width // 2, dtype=torch.float32) * -0.1)
    angles = late[:, None] * waves
    return torch.cat((angles.sin(), angles.cos()), dim=1).to(torch.bfloat16)


def main() -> None:
    torch.manual_seed(0)
    model = Attention(32).to(torch.bfloat16)
    with torch.no_grad():
        print(model(torch.randn(2, 600, 32, dtype=torch.bfloat16)).float().std())
    print(sinusoids(16).shape)


if __name__ == "__main__":
    main()
