"""Train a small mixture of experts to tell spirals apart."""

import argparse

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def spirals(count: int, classes: int) -> TensorDataset:
    """Points on arms that wind around each other, and the arm of each."""
    arm = torch.randint(classes, (count,))
    radius = torch.rand(count) * 2 + 0.2
    angle = radius * 2 + arm * (2 * torch.pi / classes) + torch.randn(count) * 0.15
    return TensorDataset(torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1), arm)


class Experts(nn.Module):
    """A gate weighs what the experts say of a point."""

    def __init__(self, experts: int = 4, classes: int = 3, width: int = 24) -> None:
        super().__init__()
        self.gate = nn.Linear(2, experts)
        self.experts = [nn.Sequential(nn.Linear(2, width), nn.ReLU(), nn.Linear(width, width)) for _ in range(experts)]
        self.head = nn.Linear(width, classes)

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        said = torch.stack([expert(points) for expert in self.experts], dim=1)
        weights = torch.softmax(self.gate(points), dim=1)
        return self.head((weights[:, :, None] * said).sum(dim=1))


def decisiveness(model: Experts, points: torch.Tensor) -> torch.Tensor:
    """How unevenly the experts are asked, on average: the less entropy, the more."""
    weights = torch.softmax(model.gate(points), dim=1)
    return (weights * torch.log(weights)).sum(dim=1).mean()


def train_epoch(model: Experts, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    model.train()
    total = 0.0
    for points, arms in loader:
        optimizer.zero_grad()
        loss = F.nll_loss(model(points), arms) + 0.01 * decisiveness(model, points)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def accuracy(model: Experts, loader: DataLoader) -> float:
    model.eval()
    right = sum((model(points).argmax(dim=1) == arms).sum().item() for points, arms in loader)
    return right / len(loader.dataset)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--lr", type=float, default=1e-3)
    args = parser.parse_args()

    torch.manual_seed(0)
    loader = DataLoader(spirals(900, 3), batch_size=50, shuffle=True)
    model = Experts()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        loss = train_epoch(model, loader, optimizer)
        print(f"epoch {epoch}: loss {loss:.3f}, accuracy {accuracy(model, loader):.2f}")


if __name__ == "__main__":
    main()
