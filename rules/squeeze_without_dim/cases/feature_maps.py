import torch
import torch.nn.functional as F
from torch import nn


def block(channels, filters):
    return nn.Sequential(nn.Conv2d(channels, filters, 4, 2, 1), nn.BatchNorm2d(filters), nn.LeakyReLU(0.2))


class Classifier(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.features = block(3, 64)
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.window = nn.AvgPool2d(7)
        self.score = nn.Sequential(nn.Conv2d(64, 1, 3, padding=1), nn.Sigmoid())
        self.last = block(depth, depth)
        self.fc = nn.Linear(64, 10)

    def forward(self, images):
        x = self.features(images)
        x = F.relu(x)
        mask = self.score(x).squeeze()  # finding: also removes the batch dimension if the batch is one sample
        deep = torch.tanh(self.last(x)).squeeze()  # suspected: also removes the batch dimension
        pooled = self.window(x).squeeze()  # suspected: also removes the batch dimension
        global_pooled = F.adaptive_avg_pool2d(x, 1).squeeze()  # finding: pass the `dim` to remove
        logits = self.fc(self.pool(x).squeeze())  # finding: `self.pool(x).squeeze()` also removes the batch dimension
        named = self.pool(x).squeeze(-1).squeeze(-1), self.pool(x).flatten(1), self.score(x).squeeze(1)
        return logits, mask, deep, pooled, global_pooled, named


class OfOneImage(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 1, 3)

    def forward(self, image):
        batch = image.unsqueeze(0)
        return self.conv(batch).squeeze()


class OfOneRow(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 1, 3)

    def forward(self, row):
        return self.conv(row[None, None]).squeeze()


def of_one_image(model, image):
    return model.conv(image[None]).squeeze()


class Reshaped(nn.Module):
    def forward(self, x):
        heads = x.view(-1, 31, 4)
        flat = x.reshape(31, -1)
        return heads.squeeze(), flat.squeeze()  # suspected: `heads.squeeze()` also removes the batch dimension


class Halved(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(1, width, (3, 8))
        self.pool = nn.MaxPool2d((2, 1))
        self.out = nn.Linear(width, 3)

    def forward(self, x):
        x = self.conv(x)
        while x.shape[2] > 2:
            x = self.step(x)
        return self.out(x.squeeze())  # suspected: also removes the batch dimension

    def step(self, x):
        return self.pool(x)
