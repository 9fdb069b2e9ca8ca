"""Models with a part that comes with weights: their constructor loads the rest; a checkpoint of a run has them all."""

import torch
from torch import nn
from torchvision.models import VGG16_Weights, vgg16


class Distance(nn.Module):
    """The weights of its lines are in a file of their own."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.features = vgg16(weights=VGG16_Weights.DEFAULT).features
        self.line = nn.Conv2d(512, 1, 1, bias=False)
        self.load_lines(path)

    def load_lines(self, path: str) -> None:
        self.load_state_dict(torch.load(path, weights_only=True), strict=False)  # suspected: may silently load nothing

    def load(self, path: str) -> None:
        self.load_state_dict(torch.load(path, weights_only=True), strict=False)  # finding: may silently load nothing

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.line(self.features(x))


class Untrained(nn.Module):
    """All that it has comes from the file."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.features = vgg16(weights=None).features
        self.load_state_dict(torch.load(path, weights_only=True), strict=False)  # finding: may silently load nothing


def resume(path: str) -> Distance:
    model = Distance("lines.pt")
    model.load_state_dict(torch.load(path, weights_only=True), strict=False)  # finding: may silently load nothing
    return model
