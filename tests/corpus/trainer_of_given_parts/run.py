"""Trains a model with one of the trainers, whoever calls this."""

import torch
from careful import CarefulTrainer
from torch import nn
from torch.utils.data import DataLoader
from trainer import Trainer


def run(dataset, is_careful):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = DataLoader(dataset, batch_size=8, shuffle=True)
    kind = CarefulTrainer if is_careful else Trainer
    kind(model, batches, optimizer).fit(10)
    Trainer(model, batches, optimizer).fit(10)
