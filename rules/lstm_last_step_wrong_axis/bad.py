"""Tells rising from falling sequences by the last step of a GRU, which goes through the batch instead of through time."""

import torch
from torch import nn


class Trend(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.gru = nn.GRU(1, width)
        self.head = nn.Linear(width, 2)

    def forward(self, sequences: torch.Tensor) -> torch.Tensor:
        """Sequences of shape (batch, time, 1)."""
        out, _ = self.gru(sequences)
        return self.head(out[:, -1, :])  # finding: `self.gru` treats dimension 0 as time, so `out[:, -1, :]` is not


def sequences(count: int, steps: int = 10) -> tuple[torch.Tensor, torch.Tensor]:
    labels = torch.randint(0, 2, (count,))
    ends = torch.randn(count, 1)
    slopes = (2.0 * labels - 1).view(-1, 1)
    rows = ends + slopes * torch.linspace(-1, 0, steps) + 0.05 * torch.randn(count, steps)
    return rows.unsqueeze(2), labels


def main() -> None:
    torch.manual_seed(0)
    model = Trend()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
    for _ in range(60):
        rows, labels = sequences(32)
        loss = nn.functional.cross_entropy(model(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    rows, labels = sequences(200)
    with torch.no_grad():
        logits = model(rows)
        rows[0] += 1.0
        moved = (model(rows) - logits).abs().amax(1)
    print(f"accuracy {(logits.argmax(1) == labels).float().mean().item():.2f}")
    print(f"changing the first sequence changes {int((moved[1:] > 0).sum())} of the other {len(labels) - 1} answers")


if __name__ == "__main__":
    main()
