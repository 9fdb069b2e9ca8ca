"""Trains what the settings ask for; the table of trainers is in a folder that `_paths.py` puts on Python's path."""

import _paths  # noqa: F401
import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision.datasets import FakeData
from torchvision.transforms import ToTensor
from trainers.table import TRAINERS


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), nn.LazyLinear(64), nn.ReLU(), nn.Linear(64, 10))

    def forward(self, images):
        return {"scores": self.layers(images)}


def main(settings):
    model = Network()
    optimizer = torch.optim.AdamW(model.parameters())
    Trainer = TRAINERS[settings.task]
    trainer = Trainer(settings, model, optimizer)
    loader = DataLoader(FakeData(transform=ToTensor()), batch_size=8, shuffle=True, num_workers=2)
    held_out = DataLoader(FakeData(random_offset=9, transform=ToTensor()), batch_size=8, num_workers=2)
    for epoch in range(settings.epochs):
        trainer.train(epoch, loader)
        trainer.validate(epoch, held_out)
        print(trainer.measure(held_out))
