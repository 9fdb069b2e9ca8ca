"""A classifier of images that is tried with batches of one image and of four."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(nn.Module):
    def __init__(self, classes: int = 3) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.fc = nn.Linear(4 * 8 * 8, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.conv(images))
        x = torch.flatten(x)  # finding: `torch.flatten(x)` turns the whole batch into one row for `self.fc`
        return self.fc(x)


def main() -> None:
    torch.manual_seed(0)
    model, images = Classifier(), TensorDataset(torch.randn(8, 1, 8, 8))
    model.eval()
    for size in (1, 4):
        try:
            with torch.no_grad():
                for (batch,) in DataLoader(images, batch_size=size):
                    shape = tuple(model(batch).shape)
            print(f"batches of {size}: {shape}")
        except RuntimeError as error:
            print(f"batches of {size}: {error}")


if __name__ == "__main__":
    main()
