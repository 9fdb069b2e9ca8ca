"""Load synthetic photographs, each of which is scaled, noised and normalised alone before it joins a batch."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

MEAN = np.array([0.485, 0.456, 0.406], dtype=np.float32)
STD = np.array([0.229, 0.224, 0.225], dtype=np.float32)


class AddNoise:
    """Noise of a few grey levels."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def __call__(self, image: np.ndarray) -> np.ndarray:
        return image + np.random.normal(0.0, self.scale, image.shape)  # finding: for each sample


class Normalize:
    """Zero mean and unit deviation in each channel."""

    def __init__(self, mean: np.ndarray, std: np.ndarray) -> None:
        self.mean = mean
        self.std = std

    def __call__(self, image: np.ndarray) -> np.ndarray:
        return (image - self.mean) / self.std  # finding: for each sample


class ToTensor:
    """Height, width, channels to channels, height, width."""

    def __call__(self, image: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1))).float()


class Compose:
    """One transform after the other."""

    def __init__(self, steps: list) -> None:
        self.steps = steps

    def __call__(self, image):
        for step in self.steps:
            image = step(image)
        return image


class Photos(Dataset):
    """A few photographs in memory, as bytes."""

    def __init__(self, count: int, transform) -> None:
        self.images = np.random.randint(0, 256, (count, 64, 64, 3), dtype=np.uint8)
        self.labels = np.random.randint(0, 10, count)
        self.transform = transform

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int):
        image = self.images[index] / 255.0  # finding: for each sample
        if np.random.random() < 0.5:
            image = np.ascontiguousarray(image[:, ::-1])
        return self.transform(image), int(self.labels[index])


class Contrast(Dataset):
    """The same photographs with a random contrast, as tensors."""

    def __init__(self, photos: Photos) -> None:
        self.images = torch.from_numpy(photos.images).permute(0, 3, 1, 2)

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int) -> torch.Tensor:
        image = self.images[index]
        return image.float().div(255).sub(0.5).mul(0.8 + 0.4 * torch.rand(1))  # finding: for each sample


def main() -> None:
    np.random.seed(0)
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 10))
    model = model.to(device).eval()

    photos = Photos(128, Compose([AddNoise(0.02), Normalize(MEAN, STD), ToTensor()]))
    right = 0
    with torch.no_grad():
        for images, labels in DataLoader(photos, batch_size=32):
            guess = model(images.to(device)).argmax(dim=1)
            right += (guess == labels.to(device)).sum().item()
        spread = [model(images.to(device)).std().item() for images in DataLoader(Contrast(photos), batch_size=32)]
    print(f"{right} of {len(photos)} right, spread {sum(spread) / len(spread):.4f}")


if __name__ == "__main__":
    main()
