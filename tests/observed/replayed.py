"""Models evaluated in train mode: some are called again aside, in eval mode; with others, somebody might notice."""

import random

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
random.seed(0)
CALLS = []


class Segmenter(nn.Module):
    """Counts its calls, adds in place, and has a dropout that eval mode leaves on: it draws random numbers."""

    def __init__(self):
        super().__init__()
        self.first, self.norm, self.last = nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.Conv2d(8, 4, 1)
        self.calls = 0
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, images):
        self.calls += 1
        self.seen += len(images)
        hidden = F.dropout(F.relu(self.norm(self.first(images)), inplace=True), 0.2, self.training)
        hidden += F.dropout(hidden, 0.01, training=True)
        return self.last(hidden)


class Forecaster(nn.Module):
    """Gives a dict, and is called by keywords."""

    def __init__(self):
        super().__init__()
        self.recurrent = nn.GRU(4, 8, 2, dropout=0.5, batch_first=True)
        self.drop, self.last = nn.Dropout(0.5), nn.Linear(8, 1)

    def forward(self, series, scale=1.0):
        hidden, _ = self.recurrent(series)
        return {"value": self.last(self.drop(hidden[:, -1])) * scale, "hidden": hidden}


class Talkative(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop, self.last = nn.Dropout(0.5), nn.Linear(4, 2)

    def forward(self, rows):
        print("called with", len(rows), random.random())
        return self.last(self.drop(rows))


class Recorder(Talkative):
    def forward(self, rows):
        CALLS.append(len(rows))
        return self.last(self.drop(rows))


class Nudged(nn.Module):
    """Of which a caller switches parts, and a layer has other code."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.5))
        self.last = nn.Linear(4, 2)

    def forward(self, rows):
        return self.last(self.layers(rows))


images, series, rows = torch.randn(32, 3, 8, 8), torch.randn(32, 6, 4), torch.randn(32, 4)
segmenter, forecaster, talkative, recorder, nudged = Segmenter(), Forecaster(), Talkative(), Recorder(), Nudged()
nudged.layers[1].eval()
for _ in range(2):
    with torch.no_grad():
        for i in range(4):
            few = slice(8 * i, 8 * i + 8)
            out = segmenter(images[few])  # confirmed(eval_mode): pixels looked at: outputs change by up to
            out = forecaster(series[few])  # confirmed(eval_mode): in eval mode, outputs change by up to
            out = talkative(rows[few])  # confirmed(eval_mode): were not measured: its forward uses `print`
            out = recorder(rows[few])  # confirmed(eval_mode): were not measured: its forward uses `CALLS`
            out = nudged(rows[few].clone())  # confirmed(eval_mode): samples looked at: outputs change by up to
            print(i, out.sum().item(), torch.rand(1).item(), random.random())
print(segmenter.calls, segmenter.seen, len(CALLS), [layer.training for layer in nudged.modules()])
for model in (segmenter, forecaster, talkative, recorder, nudged):
    print([(name, value.double().sum().item(), value._version) for name, value in model.state_dict().items()])
