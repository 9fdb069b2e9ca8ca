"""Models whose forward turns gradients off by itself: for all of it, or for a part."""

import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(3, 4, 3)

    @torch.no_grad()
    def forward(self, images):
        return self.net(images)


class Aligner(nn.Module):
    def __init__(self):
        super().__init__()
        self.detector = Detector()

    def forward(self, images):
        boxes = self.detect(images)
        return [image[:, : box[0], : box[1]] for image, box in zip(images, boxes)]

    def detect(self, images):
        with torch.inference_mode():
            boxes = self.detector(images).flatten(1).topk(4).indices
        return boxes.numpy()


class Probe(nn.Module):
    """Only the backbone is frozen."""

    def __init__(self):
        super().__init__()
        self.backbone = nn.Conv2d(3, 4, 3)
        self.head = nn.LazyLinear(2)

    def forward(self, images):
        with torch.no_grad():
            features = self.backbone(images)
        return self.head(features.flatten(1))


def align(loader):
    aligner, detector = Aligner().eval(), Detector().eval()
    for images, _ in loader:
        print(len(aligner(images)), detector(images).mean().item())


def probe(loader):
    model = Probe().eval()
    for images, _ in loader:
        print(model(images).argmax(1))  # finding: `model` is evaluated with gradients enabled
