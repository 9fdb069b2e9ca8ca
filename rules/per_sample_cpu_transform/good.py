"""Scale, noise and normalise whole batches of synthetic photographs, which are loaded as bytes, where the model is."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

MEAN = (0.485, 0.456, 0.406)
STD = (0.229, 0.224, 0.225)


class Prepare(nn.Module):
    """Bytes to what the model wants to see, for a whole batch on its device."""

    def __init__(self, noise: float) -> None:
        super().__init__()
        self.noise = noise
        self.register_buffer("mean", torch.tensor(MEAN).view(3, 1, 1))
        self.register_buffer("std", torch.tensor(STD).view(3, 1, 1))

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        images = images.float() / 255.0
        images = images + self.noise * torch.randn_like(images)
        return (images - self.mean) / self.std


class Contrast(nn.Module):
    """A random contrast for each image of a batch."""

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        contrast = 0.8 + 0.4 * torch.rand(len(images), 1, 1, 1, device=images.device)
        return (images.float() / 255.0 - 0.5) * contrast


class Photos(Dataset):
    """A few photographs in memory, as bytes: a quarter of what floats take on their way to the device."""

    def __init__(self, count: int) -> None:
        self.images = np.random.randint(0, 256, (count, 64, 64, 3), dtype=np.uint8)
        self.labels = np.random.randint(0, 10, count)

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int):
        image = self.images[index]
        if np.random.random() < 0.5:
            image = image[:, ::-1]
        return torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1))), int(self.labels[index])


def main() -> None:
    np.random.seed(0)
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 10))
    model = model.to(device).eval()
    prepare, contrast = Prepare(noise=0.02).to(device), Contrast()

    photos = Photos(128)
    right = 0
    with torch.no_grad():
        for images, labels in DataLoader(photos, batch_size=32):
            guess = model(prepare(images.to(device))).argmax(dim=1)
            right += (guess == labels.to(device)).sum().item()
        spread = [model(contrast(images.to(device))).std().item() for images, _ in DataLoader(photos, batch_size=32)]
    print(f"{right} of {len(photos)} right, spread {sum(spread) / len(spread):.4f}")


if __name__ == "__main__":
    main()
