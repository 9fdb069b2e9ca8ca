"""Fits a line to noisy points, and looks at how well it does."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def points(count: int) -> TensorDataset:
    inputs = torch.linspace(-1, 1, count)
    noise = 0.3 * torch.randn(count)
    noise.clamp(-0.5, 0.5)  # finding: `noise.clamp(-0.5, 0.5)` returns its result and leaves `noise` unchanged; assign
    targets = 2 * inputs - 1 + noise
    inputs.unsqueeze(1)  # finding: `inputs.unsqueeze(1)` returns its result and leaves `inputs` unchanged; assign it
    return TensorDataset(inputs, targets)


def fit(model: nn.Module, loader: DataLoader, device: torch.device) -> torch.Tensor:
    """Computes in double precision."""
    kind = torch.float64
    model.to(device, kind)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    weights = torch.ones(1)
    weights.to(device, kind)  # finding: `weights.to(device, kind)` returns its result and leaves `weights` unchanged;
    for _ in range(20):
        for inputs, targets in loader:
            inputs = inputs.to(device, kind)
            targets = targets.to(device, kind)
            loss = (weights * (model(inputs.view(-1, 1)).squeeze(1) - targets) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    loss.detach()  # finding: `loss.detach()` returns its result and leaves `loss` unchanged; assign it
    return loss


def main() -> None:
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    loader = DataLoader(points(64), batch_size=16, shuffle=True)
    print(f"mean squared error: {fit(nn.Linear(1, 1), loader, device):.3f}")


if __name__ == "__main__":
    main()
