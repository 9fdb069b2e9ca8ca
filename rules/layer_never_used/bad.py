"""A small image classifier in which the second convolution was forgotten: the first one is called twice."""

import torch
from torch import nn


class Stripes(nn.Module):
    def __init__(self, width: int = 8, classes: int = 2) -> None:
        super().__init__()
        self.embed = nn.Conv2d(1, width, 3, padding=1)
        self.conv1 = nn.Conv2d(width, width, 3, padding=1)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1)  # finding: `conv2` is never used, so its parameters
        self.head = nn.Linear(width, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.embed(images))
        x = torch.relu(self.conv1(x))
        x = torch.relu(self.conv1(x))
        return self.head(x.amax(dim=(2, 3)))


def stripes(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    labels = torch.randint(0, 2, (count,))
    rows = torch.randn(count, 1, 12, 1).expand(-1, -1, -1, 12)
    images = torch.where(labels.view(-1, 1, 1, 1) == 1, rows, rows.transpose(2, 3))
    return images + 0.1 * torch.randn_like(images), labels


def main() -> None:
    torch.manual_seed(0)
    model = Stripes()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(20):
        images, labels = stripes(32)
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    idle = sum(p.numel() for p in model.parameters() if p.grad is None)
    print(f"{idle} of {sum(p.numel() for p in model.parameters())} numbers never had a gradient, loss {loss.item():.2f}")


if __name__ == "__main__":
    main()
