"""Modules that are no models: a transform, a loss. And outputs that only training looks at."""

import torch
import torch.nn.functional as F
from torch import nn


class CropWithPlace(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def forward(self, image):
        top = int(torch.randint(image.shape[-2] - self.size + 1, ()))
        return image[..., top : top + self.size, :], top / image.shape[-2]


class BoxLoss(nn.Module):
    def __init__(self, alpha=1.0):
        super().__init__()
        self.alpha, self.classes = alpha, nn.CrossEntropyLoss()

    def forward(self, boxes, logits, targets, labels):
        located = F.smooth_l1_loss(boxes, targets)
        return self.alpha * located, self.classes(logits, labels) / len(labels)


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.deep = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 8, 3, padding=1)
        self.coarse, self.fine = nn.Conv2d(8, 2, 1), nn.Conv2d(8, 2, 1)

    def forward(self, x):
        x = F.relu(self.stem(x))
        early = self.coarse(x)
        late = self.fine(F.relu(self.deep(x)))
        if self.training:
            return late, early
        return late


class Matcher(nn.Module):
    """In eval mode it has returned already."""

    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, x):
        features = self.body(x)
        if not self.training:
            return features
        return self.head(features), features


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.score = nn.Linear(4, 4), nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.tanh(self.body(x))
        return hidden, self.score(hidden).sigmoid()  # finding: 2 different things


cropped, place = CropWithPlace(2)(torch.rand(3, 8, 8))
located, classified = BoxLoss()(torch.rand(4, 4), torch.rand(4, 2), torch.rand(4, 4), torch.tensor([0, 1, 0, 1]))
late, early = Segmenter()(torch.rand(1, 3, 4, 4))
scores, features = Matcher()(torch.rand(2, 4))
hidden, score = Pair()(torch.rand(2, 4))
