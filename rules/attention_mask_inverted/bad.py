"""Predicts the next of some digits that are drawn by chance, so that nobody can tell it before."""

import math

import torch
from torch import nn
from torch.nn import functional as F


class NextDigit(nn.Module):
    def __init__(self, length: int = 8, width: int = 32) -> None:
        super().__init__()
        self.digits, self.places = nn.Embedding(10, width), nn.Embedding(length, width)
        self.projections = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, 10)

    def forward(self, digits: torch.Tensor) -> torch.Tensor:
        length = digits.shape[1]
        x = self.digits(digits) + self.places(torch.arange(length))
        q, k, v = self.projections(x).chunk(3, dim=-1)
        mask = torch.triu(torch.ones(length, length), diagonal=1).bool()
        x = x + F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # finding: is True for what to hide, but
        return self.out(x)


def main() -> None:
    torch.manual_seed(0)
    model = NextDigit()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(400):
        digits = torch.randint(0, 10, (64, 8))
        loss = F.cross_entropy(model(digits[:, :-1]).flatten(0, 1), digits[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.2f}, of digits that nobody can tell before: {math.log(10):.2f}")


if __name__ == "__main__":
    main()
