"""Finds a bright square in noise, by cross entropy and by how much the found area overlaps with the right one."""

import torch
from torch import nn


def overlap(found: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    return (2 * (found * wanted).sum() + 1) / (found.sum() + wanted.sum() + 1)


def squares(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    wanted = torch.zeros(count, 1, 16, 16)
    for one in wanted:
        row, column = torch.randint(12, (2,)).tolist()
        one[:, row : row + 4, column : column + 4] = 1.0
    return wanted + torch.randn(count, 1, 16, 16), wanted


def main() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(1, 8, 5, padding=2), nn.ReLU(), nn.Conv2d(8, 1, 5, padding=2))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(60):
        images, wanted = squares(8)
        scores = model(images)
        found = (scores > 0).float()
        loss = nn.functional.binary_cross_entropy_with_logits(scores, wanted)
        loss = loss + 2 * (1 - overlap(found, wanted))  # finding: trains nothing, as `scores > 0` has no gradient
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    images, wanted = squares(64)
    with torch.no_grad():
        print(f"overlap {overlap((model(images) > 0).float(), wanted):.2f}")


if __name__ == "__main__":
    main()
