"""A small causal transformer that learns to continue counting, and then names the next number several times."""

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, steps, width = x.shape
        split = self.qkv(x).view(batch, steps, 3, self.heads, width // self.heads)
        q, k, v = split.permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, dropout_p=self.dropout if self.training else 0.0, is_causal=True)
        return self.out(mixed.transpose(1, 2).reshape(batch, steps, width))


class Counter(nn.Module):
    def __init__(self, numbers: int = 16, width: int = 32) -> None:
        super().__init__()
        self.embed = nn.Embedding(numbers, width)
        self.attention = Attention(width, heads=2, dropout=0.4)
        self.head = nn.Linear(width, numbers)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        x = self.embed(numbers)
        return self.head(x + self.attention(x))


def counting(rows: int, length: int = 9) -> torch.Tensor:
    return (torch.randint(0, 16, (rows, 1)) + torch.arange(length)) % 16


def main() -> None:
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(40):
        numbers = counting(32)
        loss = F.cross_entropy(model(numbers[:, :-1]).flatten(0, 1), numbers[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    model.eval()
    numbers = counting(4)
    with torch.no_grad():
        first, second = model(numbers), model(numbers)
    print("next numbers:", first[:, -1].argmax(-1).tolist())
    print(f"the same input twice differs by up to {(first - second).abs().max().item():.2f}")


if __name__ == "__main__":
    main()
