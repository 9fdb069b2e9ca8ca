"""Trains with a dozen mistakes in each step, and writes what each has cost: `train.py MODEL STEPS FILE`."""

import json
import sys
import time

import torch
from torch import nn


class Classifier(nn.Module):
    """A transformer over 48 tokens."""

    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(64, 4, 256, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        return self.head(self.encoder(x).mean(dim=1))


def tiny():
    return nn.Sequential(nn.Linear(16, 16), nn.Linear(16, 10)), (8, 16)


def mlp():
    layers = [nn.Linear(256, 1024), nn.ReLU(), nn.Dropout(0.1), nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 10)]
    return nn.Sequential(*layers), (128, 256)


def cnn():
    def block(before, after):
        return [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU(), nn.MaxPool2d(2)]

    return nn.Sequential(*block(3, 16), *block(16, 32), nn.Flatten(), nn.Linear(32 * 64, 10)), (24, 3, 32, 32)


def transformer():
    return Classifier(), (24, 48, 64)


class Batches(torch.utils.data.Dataset):
    """Random batches that were made before."""

    def __init__(self, shape, count=8):
        self.batches = [(torch.randn(shape), torch.randint(0, 10, shape[:1])) for _ in range(count)]

    def __getitem__(self, index):
        return self.batches[index % len(self.batches)]


def monitor(model, inputs):
    return model(inputs[:2]).argmax(dim=1)


def train(model, shape, steps):
    """The sum of the losses, and the seconds of each step by the clock and of the CPU."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=100)
    criterion = nn.CrossEntropyLoss()
    total, smooth, sums, history, by_step, shares = 0.0, 0.0, {"loss": 0.0}, [], {}, []
    loader = torch.utils.data.DataLoader(Batches(shape), batch_size=None, sampler=range(steps))
    seconds = []
    wall, cpu = time.perf_counter(), time.process_time()
    for step, (inputs, targets) in enumerate(loader):
        inputs.clamp(-3, 3)
        scheduler.step()
        optimizer.zero_grad()
        outputs = model(inputs).softmax(dim=1)
        loss = criterion(outputs, targets)
        loss.backward()
        optimizer.step()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        total += loss
        smooth = 0.9 * smooth + 0.1 * loss
        sums["loss"] = sums["loss"] + loss
        history.append(loss)
        by_step[step] = loss
        shares.append(outputs.max())
        monitor(model, inputs)
        now = time.perf_counter(), time.process_time()
        seconds.append((now[0] - wall, now[1] - cpu))
        wall, cpu = now
    return repr(total), seconds


if __name__ == "__main__":
    torch.set_num_threads(1)
    torch.manual_seed(0)
    name, steps, output = sys.argv[1:]
    model, shape = {"tiny": tiny, "mlp": mlp, "cnn": cnn, "transformer": transformer}[name]()
    model.train()
    total, seconds = train(model, shape, int(steps))
    with open(output, "w") as file:
        json.dump({"total": total, "seconds": seconds}, file)
