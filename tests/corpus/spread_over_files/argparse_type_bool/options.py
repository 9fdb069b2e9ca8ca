"""Options as a dataclass and as a helper that is given their type."""

import torch
from dataclasses import dataclass, fields


@dataclass
class Config:
    lr: float = 0.1
    amp: bool = False


def add_flag(parser, name, default):
    parser.add_argument("--" + name, type=type(default), default=default)  # suspected: is `bool` for True and False


OPTIONS = [("--lr", float, 0.1), ("--amp", bool, False)]
FINE = [("--lr", float, 0.1), ("--amp", int, 0)]
