"""Trains gated convolutions over the time steps of sensors."""

import torch
from torch import nn


class GatedConvolution(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.filter = nn.Conv2d(1, channels, kernel_size=(1, 2))
        self.gate = nn.Conv1d(1, channels, kernel_size=(1, 2))  # finding: `kernel_size` has 2 numbers
        self.head = nn.Conv2d(channels, 1, kernel_size=(1, 3))

    def forward(self, series: torch.Tensor) -> torch.Tensor:
        return self.head(torch.tanh(self.filter(series)) * torch.sigmoid(self.gate(series)))


def train(model: nn.Module) -> float:
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(200):
        series = torch.randn(16, 1, 5, 4)  # samples, channels, sensors, time steps
        loss = nn.functional.mse_loss(model(series), series.mean(dim=3, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    try:
        print("last loss:", train(GatedConvolution(8)))
    except RuntimeError as error:
        print("in the first step:", error)
