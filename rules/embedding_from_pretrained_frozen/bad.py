"""Learns which of two words is meant, with vectors that know nothing of one of them."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    vectors = torch.randn(20, 8)
    vectors[10:] = 0  # words that the vectors were not trained on
    embedding = nn.Embedding.from_pretrained(vectors)  # finding: freezes its vectors; pass `freeze=False`
    out = nn.Linear(8, 2)
    optimizer = torch.optim.Adam([*embedding.parameters(), *out.parameters()], lr=1e-2)
    for _ in range(300):
        words = torch.randint(20, (64,))
        loss = nn.functional.cross_entropy(out(embedding(words)), words % 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    words = torch.arange(20)
    right = (out(embedding(words)).argmax(1) == words % 2).float().mean()
    print(f"{right.item():.0%} right")


if __name__ == "__main__":
    main()
