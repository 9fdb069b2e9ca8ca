"""Scores of 33 rows in batches of 16, of which the last one holds a single row."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Scorer(nn.Module):
    def __init__(self, features: int = 8) -> None:
        super().__init__()
        self.hidden, self.head = nn.Linear(features, 16), nn.Linear(16, 1)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.head(torch.relu(self.hidden(rows))).squeeze()  # finding: also removes the batch dimension


def score(model: nn.Module, loader: DataLoader) -> torch.Tensor:
    with torch.no_grad():
        return torch.cat([model(rows) for rows in loader])


def main() -> None:
    torch.manual_seed(0)
    model = Scorer().eval()
    for count in (32, 33):
        try:
            print(count, "rows:", tuple(score(model, DataLoader(torch.randn(count, 8), batch_size=16)).shape))
        except RuntimeError as error:
            print(count, "rows:", error)


if __name__ == "__main__":
    main()
