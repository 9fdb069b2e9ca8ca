import torch
from torch import nn


class AlexNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Conv2d(3, 256, 3)
        self.classifier = nn.Linear(256 * 6 * 6, 10)

    def forward(self, x):
        x = self.features(x)
        x = x.view(x.size(0), 256 * 6 * 6)  # finding: `x.view(x.size(0), 256 * 6 * 6)` fails when the input size
        return self.classifier(x)


class Reshaped(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(784, 10)

    def forward(self, x):
        return self.body(x.reshape(x.shape[0], 784)) + self.body(x.reshape(-1, 28 * 28))  # finding: fails  # finding: may mix samples


print(AlexNet, torch.ones(1))
