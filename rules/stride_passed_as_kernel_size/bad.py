"""Shrinks images step by step, with strides that are taken for sizes of kernels."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int = 1, padding: int = 1) -> None:
        super().__init__()
        self.body = nn.Conv2d(inputs, outputs, 3, padding)  # finding: `padding` is used as `stride` of `nn.Conv2d`
        self.shrink = nn.Conv2d(outputs, outputs, stride)  # finding: `stride` is used as `kernel_size`

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.shrink(torch.relu(self.body(x))))


class Classifier(nn.Module):
    def __init__(self, width: int = 8, classes: int = 10) -> None:
        super().__init__()
        self.blocks = nn.Sequential(Block(3, width, stride=2), Block(width, width, stride=2))
        self.head = nn.Linear(width, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.head(self.blocks(images).mean((2, 3)))


def main() -> None:
    torch.manual_seed(0)
    model = Classifier()
    images = torch.randn(4, 3, 32, 32)
    print(f"features of shape {tuple(model.blocks(images).shape)}, logits of shape {tuple(model(images).shape)}")


if __name__ == "__main__":
    main()
