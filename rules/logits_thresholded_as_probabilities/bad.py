"""A detector of a rare signal whose accuracy and recall are counted with logits in the place of probabilities."""

import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self, features: int = 4) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)


def signals(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(count, 4)
    chance = torch.sigmoid(1.2 * x[:, :2].sum(1) - 1)
    return x, torch.bernoulli(chance)


def train(model: nn.Module, steps: int = 150) -> None:
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        x, y = signals(64)
        logits = model(x).squeeze(1)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def recall(model: nn.Module) -> float:
    x, y = signals(2000)
    found = (model(x).squeeze(1) > 0.5).float()  # finding: holds logits, so 0.5 is not a probability here
    return ((found * y).sum() / y.sum()).item()


def main() -> None:
    torch.manual_seed(0)
    model = Detector()
    train(model)
    model.eval()
    print(f"recall {recall(model):.3f}")


if __name__ == "__main__":
    main()
