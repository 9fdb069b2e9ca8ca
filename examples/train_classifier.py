"""Train a small convolutional network to tell synthetic shapes apart."""

import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

SHAPES = ("square", "cross", "ring")


def draw(shape: int, size: int, rng: np.random.Generator) -> np.ndarray:
    """One grey image with a shape somewhere in it."""
    image = rng.integers(0, 80, (size, size), dtype=np.uint8)
    r = size // 5
    y, x = rng.integers(r, size - r, 2)
    rows, columns = np.ogrid[:size, :size]
    dy, dx = abs(rows - y), abs(columns - x)
    if shape == 0:
        mask = (dy < r) & (dx < r)
    elif shape == 1:
        mask = ((dy < 2) | (dx < 2)) & (dy < r) & (dx < r)
    else:
        mask = abs(dy**2 + dx**2 - r * r) < 2 * r
    image[mask] = 220
    return image


class Shapes(Dataset):
    def __init__(self, count: int, size: int = 24, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, len(SHAPES), count)
        self.images = [draw(label, size, rng) for label in self.labels]

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int):
        image = self.images[index] / 255.0
        image = torch.from_numpy(image).float()[None]
        return image, int(self.labels[index])


class ShapeNet(nn.Module):
    def __init__(self, classes: int = len(SHAPES)) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 8, 3, stride=2, padding=1),
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.Conv2d(8, 16, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.AdaptiveMaxPool2d(2),
        )
        self.classifier = nn.Linear(64, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = self.features(images).flatten(1)
        return F.softmax(self.classifier(x), dim=1)


def log_activations(model: ShapeNet, epoch: int) -> None:
    """Print how many of the first layer's activations are zero."""

    def show(module: nn.Module, inputs, output: torch.Tensor) -> None:
        if not module.training:
            print(f"  epoch {epoch}: {(output == 0).float().mean().item():.0%} of the activations are zero")

    model.features[2].register_forward_hook(show)


def train_epoch(
    model: ShapeNet, loader: DataLoader, optimizer: torch.optim.Optimizer, device: torch.device
) -> tuple[float, float]:
    """The mean loss, and the share of right answers."""
    criterion = nn.CrossEntropyLoss()
    model.train()
    total_loss = 0
    correct = 0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        optimizer.zero_grad()
        outputs = model(images)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        total_loss += loss
        correct += (outputs.argmax(dim=1) == labels).sum().item()
    return total_loss / len(loader), correct / len(loader.dataset)


def evaluate(model: ShapeNet, loader: DataLoader, device: torch.device) -> float:
    model.eval()
    correct = 0
    for images, labels in loader:
        outputs = model(images.to(device))
        correct += (outputs.argmax(dim=1) == labels.to(device)).sum().item()
    return correct / len(loader.dataset)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch-size", type=int, default=30)
    parser.add_argument("--lr", type=float, default=1e-2)
    args = parser.parse_args()

    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train_loader = DataLoader(Shapes(300), batch_size=args.batch_size, shuffle=True)
    test_loader = DataLoader(Shapes(80, seed=1), batch_size=80)
    model = ShapeNet().to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        loss, trained = train_epoch(model, train_loader, optimizer, device)
        log_activations(model, epoch)
        accuracy = evaluate(model, test_loader, device)
        print(f"epoch {epoch}: loss {loss:.3f}, accuracy {trained:.2f} in training, {accuracy:.2f} on new shapes")


if __name__ == "__main__":
    main()
