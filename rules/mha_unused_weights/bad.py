"""One block of a transformer, and how much it keeps for its backward."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width: int = 256, heads: int = 8) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.norm = nn.LayerNorm(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mixed, _ = self.attention(x, x, x)  # finding: computes attention weights that nothing reads, which is slower
        return self.norm(x + mixed)


def main() -> None:
    torch.manual_seed(0)
    kept = 0

    def count(tensor: torch.Tensor) -> torch.Tensor:
        nonlocal kept
        kept += tensor.numel() * tensor.element_size()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(count, lambda tensor: tensor):
        loss = Block()(torch.randn(4, 512, 256)).square().mean()
    loss.backward()
    print(f"{kept / 2**20:.0f} MiB are kept for the backward")


if __name__ == "__main__":
    main()
