"""Forecast tomorrow's temperature from the last two weeks, and say how sure that is."""

import argparse

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils import clip_grad_norm_
from torch.optim.lr_scheduler import CosineAnnealingLR
from torch.utils.data import DataLoader, TensorDataset

DAYS = 14


def weather(years: int) -> TensorDataset:
    """Two weeks of made-up temperatures each, and the day after."""
    days = torch.arange(365 * years, dtype=torch.float32)
    noise = torch.zeros(len(days))
    for day in range(1, len(days)):
        noise[day] = 0.8 * noise[day - 1] + torch.randn(()) * 0.1
    temperatures = -torch.cos(days / 365 * 6.2832) + noise
    weeks = temperatures.unfold(0, DAYS + 1, 3)
    return TensorDataset(weeks[:, :DAYS].clone(), weeks[:, DAYS:].clone())


class Forecast(nn.Module):
    def __init__(self, hidden: int = 24) -> None:
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, days: torch.Tensor) -> torch.Tensor:
        hidden, _ = self.rnn(days.unsqueeze(-1))
        return self.head(hidden[:, -1])


def warm_up(model: Forecast, loader: DataLoader) -> None:
    """Give the head a good start."""
    optimizer = torch.optim.SGD(model.head.parameters(), lr=1e-3)
    for days, tomorrow in loader:
        loss = F.mse_loss(model(days), tomorrow)
        loss.backward()
        optimizer.step()
    model.zero_grad()


def train(model: Forecast, loader: DataLoader, epochs: int, device: str) -> None:
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    scheduler = CosineAnnealingLR(optimizer, epochs)
    scaler = torch.amp.GradScaler(device)
    for epoch in range(epochs):
        scheduler.step()
        total_loss = 0.0
        for days, tomorrow in loader:
            optimizer.zero_grad()
            with torch.autocast(device, enabled=device == "cuda"):
                loss = F.mse_loss(model(days.to(device)), tomorrow.to(device))
            scaler.scale(loss).backward()
            clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            total_loss += loss.item()
        print(f"epoch {epoch}: loss {total_loss / len(loader):.4f}")


def tune(model: Forecast, loader: DataLoader) -> None:
    """A last pass with small steps."""
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    for days, tomorrow in loader:
        loss = F.l1_loss(model(days), tomorrow)
        optimizer.zero_grad()
        clip_grad_norm_(model.parameters(), 0.5)
        loss.backward()
        optimizer.step()


def correct(model: Forecast, loader: DataLoader) -> tuple[nn.Linear, float]:
    """A line that takes out what the forecasts have in common, and how far off they are on average."""
    line = nn.Linear(1, 1)
    spread = nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD(line.parameters(), lr=0.5)
    spread_optimizer = torch.optim.SGD([spread], lr=0.05)
    for days, tomorrow in loader:
        with torch.no_grad():
            forecast = model(days)
        corrected = line(forecast)
        optimizer.zero_grad()
        F.mse_loss(corrected, tomorrow).backward(retain_graph=True)
        optimizer.step()
        error = (corrected - tomorrow).abs().mean() - spread
        error.pow(2).sum().backward()
        spread_optimizer.zero_grad()
        spread_optimizer.step()
    return line, spread.item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--years", type=int, default=4)
    args = parser.parse_args()

    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    loader = DataLoader(weather(args.years), batch_size=32, shuffle=True)
    model = Forecast()
    warm_up(model, loader)
    train(model.to(device), loader, args.epochs, device)
    model.cpu()
    tune(model, loader)
    line, spread = correct(model, loader)
    slope, offset = line.weight.item(), line.bias.item()
    print(f"tomorrow: {slope:.2f} * forecast {offset:+.2f}, give or take {spread:.2f}")


if __name__ == "__main__":
    main()
