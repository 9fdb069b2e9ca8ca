"""Learn which customers leave, what they click and which item they like better, from features in their raw units."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Scorer(nn.Module):
    """One logit for a row of features."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.layers(rows).squeeze(1)


def make_customers(count: int) -> TensorDataset:
    """Age, income and the like as they come, and a label of which a tenth is wrong."""
    rows = torch.randn(count, 6) * torch.tensor([1.0, 15.0, 900.0, 200.0, 1.0, 1.0])
    leaves = (rows[:, 2] > 0) ^ (torch.rand(count) < 0.1)
    return TensorDataset(rows, leaves.float())


def train_churn(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for rows, leaves in loader:
        optimizer.zero_grad()
        logits = model(rows)
        loss = F.binary_cross_entropy(torch.sigmoid(logits), leaves)  # finding: sigmoid
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_clicks(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for rows, clicked in loader:
        optimizer.zero_grad()
        scores = model(rows).sigmoid()
        loss = F.binary_cross_entropy(scores, clicked, reduction="sum")  # finding: sigmoid
        loss.backward()
        optimizer.step()
        total += loss.item() / len(rows)
    return total / len(loader)


def train_ranking(
    model: nn.Module, liked: torch.Tensor, other: torch.Tensor, optimizer: torch.optim.Optimizer
) -> float:
    """Rank what was liked above what was not, one pair per row."""
    optimizer.zero_grad()
    margin = model(liked) - model(other)
    loss = -torch.log(torch.sigmoid(margin)).mean()  # finding: sigmoid
    loss.backward()
    optimizer.step()
    return loss.item()


@torch.no_grad()
def accuracy(model: nn.Module, loader: DataLoader) -> float:
    right = 0
    seen = 0
    for rows, leaves in loader:
        right += ((torch.sigmoid(model(rows)) > 0.5) == leaves.bool()).sum().item()
        seen += len(rows)
    return right / seen


def main() -> None:
    torch.manual_seed(0)
    loader = DataLoader(make_customers(2000), batch_size=100, shuffle=True)

    churn = Scorer(6)
    loss = train_churn(churn, loader, torch.optim.Adam(churn.parameters(), lr=1e-3))
    print(f"churn: loss {loss:.3f}, accuracy {accuracy(churn, loader):.3f}")

    clicks = Scorer(6)
    loss = train_clicks(clicks, loader, torch.optim.Adam(clicks.parameters(), lr=1e-3))
    print(f"clicks: loss {loss:.3f}, accuracy {accuracy(clicks, loader):.3f}")

    ranker = Scorer(6)
    liked, other = torch.randn(500, 6) * 200, torch.randn(500, 6) * 200
    loss = train_ranking(ranker, liked, other, torch.optim.Adam(ranker.parameters(), lr=1e-3))
    finite = all(torch.isfinite(parameter).all() for parameter in ranker.parameters())
    print(f"ranking: loss {loss:.3f}, parameters are {'finite' if finite else 'NaN'}")


if __name__ == "__main__":
    main()
