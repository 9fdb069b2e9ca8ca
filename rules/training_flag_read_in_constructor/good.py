"""A noisy classifier that averages 32 draws when it is evaluated."""

import torch
from torch import nn


class NoisyClassifier(nn.Module):
    def __init__(self, features: int, classes: int, noise: float = 2.0) -> None:
        super().__init__()
        self.hidden = nn.Linear(features, 64)
        self.head = nn.Linear(64, classes)
        self.noise = noise
        self.draws_in_training, self.draws_in_eval = 1, 32

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = torch.relu(self.hidden(x))
        draws = self.draws_in_training if self.training else self.draws_in_eval
        drawn = [self.head(hidden + self.noise * torch.randn_like(hidden)) for _ in range(draws)]
        return torch.stack(drawn).mean(dim=0)


def main() -> None:
    torch.manual_seed(0)
    model = NoisyClassifier(16, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(1024, 16)
    labels = (x.sum(dim=1) > 0).long()
    for _ in range(60):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x[:512]), labels[:512]).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        correct = (model(x[512:]).argmax(1) == labels[512:]).float().mean()
    print(f"accuracy {correct:.3f}")


if __name__ == "__main__":
    main()
