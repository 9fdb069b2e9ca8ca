"""A small network for images of 12 times 12, which is then given some of 24 times 24, and answers for each of them."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes: int = 3) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.pool = nn.AvgPool2d(2)
        self.head = nn.Linear(4 * 6 * 6, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = self.pool(torch.relu(self.conv(images)))
        x = x.view(-1, 4 * 6 * 6)  # finding: may mix samples when the input size changes
        return self.head(x)


def main() -> None:
    torch.manual_seed(0)
    model = Net().eval()
    with torch.no_grad():
        for size in (12, 24):
            try:
                print(f"2 images of {size} x {size}: {len(model(torch.rand(2, 1, size, size)))} answers")
            except RuntimeError as problem:
                print(f"2 images of {size} x {size}: {problem}")


if __name__ == "__main__":
    main()
