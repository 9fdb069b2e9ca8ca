import torch
import torch.nn as nn
from torch_geometric.nn import GCNConv


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x):
        return x + self.inner(x)


class Moved(nn.Module):
    def forward(self, x):
        conv = nn.Conv2d(3, 8, kernel_size=3, padding=1).to(x.device)  # finding: has new parameters
        for _ in range(2):
            x = torch.relu(conv(x))
        return nn.Linear(8, 2).cuda()(x.mean((2, 3)))  # finding: has new parameters


class OwnLayer(nn.Module):
    def forward(self, x):
        return Block(x.shape[-1])(x)  # finding: `Block(x.shape[-1])` has new parameters in every call, which are never


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def classify(self, x):
        head = nn.Sequential(nn.Linear(self.width, 8), nn.ReLU(), nn.Linear(8, 2))  # finding: are never trained
        return head(x)

    def forward(self, x):
        embedded = nn.Embedding(10, self.width)(x)  # finding: has new parameters
        normed = nn.LayerNorm(self.width)(embedded)  # finding: has new parameters
        return self.classify(nn.Dropout()(normed))  # finding: drops in eval mode too


class Forgotten(nn.Module):
    """Made twice: once for the model, and once more where it is used."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 16, batch_first=True)

    def forward(self, x):
        out, _ = nn.LSTM(8, 16, batch_first=True)(x)  # finding: has new parameters
        return out


def stacked(width):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU())


class Stacked(nn.Module):
    """Its layers are made by a function that it calls."""

    def __init__(self, width):
        super().__init__()
        self.layers = stacked(width)

    def forward(self, x):
        return self.layers(x)


class OwnStack(nn.Module):
    def forward(self, x):
        return Stacked(x.shape[-1])(x)  # finding: `Stacked(x.shape[-1])` has new parameters in every call, which are


def conv_and_norm(inputs, outputs):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 1), nn.BatchNorm2d(outputs))


def perceptron(sizes):
    layers = []
    for size, after in zip(sizes, sizes[1:]):
        layers += [nn.Linear(size, after), nn.ReLU()]
    return nn.Sequential(*layers)


class MadeByFunctions(nn.Module):
    def __init__(self, outputs):
        super().__init__()
        self.outputs = outputs

    def make_head(self, width):
        return nn.Linear(width, self.outputs)

    def forward(self, x):
        x = conv_and_norm(x.shape[1], 8).to(x.device)(x)  # finding: `conv_and_norm(x.shape[1], 8)` has new parameters
        x = perceptron([8, 8, 8])(x.mean((2, 3)))  # finding: `perceptron([8, 8, 8])` has new parameters in every call
        head = self.make_head(8)  # finding: `self.make_head(8)` has new parameters in every call
        return head(x)


class OfNodes(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def forward(self, x, edges):
        return GCNConv(x.size(1), self.width)(x, edges)  # finding: has new parameters in every call
