"""Tells whether a sequence of tokens has its first token once more, with attention."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, tokens: int = 8, width: int = 32) -> None:
        super().__init__()
        self.embed, self.places = nn.Embedding(tokens, width), nn.Parameter(torch.randn(1, 9, width) * 0.1)
        self.attention = nn.MultiheadAttention(width, 4)
        self.norm, self.out = nn.LayerNorm(width), nn.Linear(width, 2)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = self.embed(tokens) + self.places
        mixed, _ = self.attention(x, x, x, need_weights=False)
        x = self.norm(x + mixed)
        return self.out(x[:, 0])  # finding: treats dimension 0 as the sequence, but `x[:, 0]` treats it as the batch


def sequences(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    tokens = torch.randint(8, (count, 9))
    return tokens, (tokens[:, 1:] == tokens[:, :1]).any(1).long()


def main() -> None:
    torch.manual_seed(0)
    model = Encoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(300):
        tokens, again = sequences(64)
        loss = nn.functional.cross_entropy(model(tokens), again)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        tokens, again = sequences(1000)
        before = model(tokens)
        print(f"{(before.argmax(1) == again).float().mean():.0%} right")
        tokens[0] = 0
        print(f"{int((model(tokens) != before).any(1)[1:].sum())} of 999 answers change with the first sequence")


if __name__ == "__main__":
    main()
