"""Learns the temperature of the next day, in degrees from the mean."""

import torch
import torch.nn.functional as F
from torch import nn


class Forecast(nn.Module):
    def __init__(self, days: int = 7) -> None:
        super().__init__()
        self.hidden, self.out = nn.Linear(days, 32), nn.Linear(32, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.hidden(x))
        return F.relu(self.out(x)).squeeze(1)


def main() -> None:
    torch.manual_seed(0)
    series = 15 + torch.randn(500, 1) * 5 + torch.randn(500, 8)
    x, y = series[:, :7] - series.mean(), series[:, 7]
    wanted = (y - y.mean()) / y.std()
    model = Forecast()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(300):
        loss = F.mse_loss(model(x), wanted)  # finding: `model(x)` is the output of a ReLU, so it is never below 0
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        forecast = model(x)
        print(f"error {F.mse_loss(forecast, wanted):.2f}, lowest {forecast.min():.1f} of {wanted.min():.1f}")


if __name__ == "__main__":
    main()
