"""Sums losses with their graphs, and writes what the heap has grown by: `retain.py MODEL train|validate|forward FILE`."""

import ctypes
import json
import sys

import torch
from torch import nn

STEPS, WARM = 32, 8  # the heap's growth is counted from the step WARM on


class Counts(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


class Classifier(nn.Module):
    """A transformer over 32 tokens."""

    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(64, 4, 256, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 4)
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        return self.head(self.encoder(x).mean(dim=1))


def mlp():
    layers = [nn.Linear(64, 512), nn.ReLU(), nn.Dropout(0.1), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)]
    return nn.Sequential(*layers), (64, 64)


def cnn():
    def block(before, after):
        return [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU(), nn.MaxPool2d(2)]

    return nn.Sequential(*block(3, 16), *block(16, 32), nn.Flatten(), nn.Linear(32 * 64, 10)), (16, 3, 32, 32)


def transformer():
    return Classifier(), (16, 32, 64)


def heap():
    counts = mallinfo2()
    return counts.uordblks + counts.hblkhd


def batches(shape):
    for _ in range(STEPS):
        yield torch.randn(shape), torch.randint(0, 10, shape[:1])


def train(model, shape, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    total, grown = 0.0, []
    for inputs, targets in batches(shape):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss
        grown.append(heap())
    return slope(grown)


def validate(model, shape, criterion):
    total, grown = 0.0, []
    for inputs, targets in batches(shape):
        loss = criterion(model(inputs), targets)
        total += loss
        grown.append(heap())
    return slope(grown)


def forward(model, shape, criterion):
    held, total = [], 0.0
    model.eval()
    for _ in range(STEPS):
        before = heap()
        inputs = torch.randn(shape)  # the graph keeps it, too
        outputs = model(inputs)
        held.append(heap() - before)
        total += criterion(outputs, torch.zeros(len(inputs), dtype=torch.long)).item()
        del inputs, outputs
    return sorted(held)[len(held) // 2]


def slope(grown):
    return (grown[-1] - grown[WARM]) / (len(grown) - 1 - WARM)


if __name__ == "__main__":
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = Counts
    torch.set_num_threads(1)
    torch.manual_seed(0)
    name, way, output = sys.argv[1:]
    model, shape = {"mlp": mlp, "cnn": cnn, "transformer": transformer}[name]()
    model.train()
    measured = {"train": train, "validate": validate, "forward": forward}[way](model, shape, nn.CrossEntropyLoss())
    with open(output, "w") as file:
        json.dump(measured, file)
