"""A project's own trainer that puts the model in eval mode at the end, beside the library's in the same file."""

import torch
from torch import nn
from transformers import Trainer, TrainingArguments


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))

    def forward(self, rows):
        return self.layers(rows)


class Ended(Trainer):
    def train(self, *args, **kwargs):
        result = super().train(*args, **kwargs)
        self.model.eval()
        return result


def judge(train, test):
    model = Net()
    Ended(model=model, args=TrainingArguments("out"), train_dataset=train).train()
    with torch.no_grad():
        return sum((model(rows).argmax(1) == labels).sum().item() for rows, labels in test)


def judge_trained(train, test, optimizer):
    model = Net()
    model.train()
    for rows, labels in train:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(rows), labels).backward()
        optimizer.step()
    with torch.no_grad():
        return sum((model(rows).argmax(1) == labels).sum().item() for rows, labels in test)  # finding: `model` is evaluated
