"""Options that a dataclass gets, whose base class has some of the fields."""

import argparse
from dataclasses import dataclass

import torch


@dataclass
class Training:
    rate: float


@dataclass
class Settings(Training):
    width: int


parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--warmup", type=int, default=0)  # finding: nothing reads `warmup`
known = {key: value for key, value in vars(parser.parse_args()).items() if key in ("rate", "width")}
settings = Settings(**known)
model = torch.nn.Linear(settings.width, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=settings.rate)
