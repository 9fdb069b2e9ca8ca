"""Models that a method runs under autocast, and losses that a method computes."""

import torch
import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Linear(8, 4)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.scaler = torch.amp.GradScaler("cuda")

    def predict(self, x):
        with torch.autocast("cuda", dtype=torch.float16):
            return self.model(x)

    def predict_exactly(self, x):
        with torch.autocast("cuda", dtype=torch.float16):
            return self.model(x).float()

    def loss(self, logits, y):
        return F.cross_entropy(logits, y, label_smoothing=0.1)

    def exact_loss(self, logits, y):
        return F.cross_entropy(logits.float(), y, label_smoothing=0.1)

    def apply(self, loss):
        self.optimizer.zero_grad()
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()

    def step(self, x, y):
        logits = self.predict(x)
        self.apply(self.loss(logits, y))  # finding: `self.loss(logits, y)` runs in `float16` here

    def step_plain(self, x, y):
        with torch.autocast("cuda", dtype=torch.float16):
            logits = self.model(x)
        loss = F.cross_entropy(logits, y)  # finding: runs in `float16` here
        self.apply(loss + self.exact_loss(logits, y))

    def step_exact(self, x, y):
        self.apply(self.loss(self.predict_exactly(x), y))

    def step_inside(self, x, y):
        with torch.autocast("cuda", dtype=torch.float16):
            loss = self.loss(self.predict(x), y)
        self.apply(loss)

    def whole(self, x, y):
        logits = self.model(x)
        return self.loss(logits, y)

    def step_inside_a_caller(self, x, y):
        with torch.autocast("cuda", dtype=torch.float16):
            loss = self.whole(x, y)
        self.apply(loss)


def in_float32(function):
    def exact(logits, y):
        return function(logits.float(), y)

    return exact


@in_float32
def exact_entropy(logits, y):
    return F.cross_entropy(logits, y)


def step_with_a_cast(model, x, y):
    with torch.autocast("cuda", dtype=torch.float16):
        logits = model(x)
    exact_entropy(logits, y).backward()
