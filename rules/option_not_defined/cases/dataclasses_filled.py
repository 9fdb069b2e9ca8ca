"""Dataclasses that a library fills from the command line."""

from dataclasses import dataclass, field

import torch
import tyro
from acme.settings import Shared
from transformers import HfArgumentParser, TrainingArguments


@dataclass
class Size:
    width: int = 3


@dataclass
class Model(Size):
    depth: int = 2
    names: list = field(default_factory=list)

    def __post_init__(self):
        self.cells = self.width * self.depth

    @property
    def area(self):
        return self.width**2


@dataclass
class Ours(TrainingArguments):
    scale: float = 1.0


@dataclass
class Theirs(Shared):
    scale: float = 1.0


def parsed():
    parser = HfArgumentParser((Model, Ours))
    model_args, training_args = parser.parse_args_into_dataclasses()
    print(model_args.width, model_args.depth, model_args.cells, model_args.area, model_args.names)
    print(training_args.scale, training_args.output_dir)
    return torch.rand(model_args.height)  # finding: `model_args.height` raises AttributeError


def of_cli():
    args = tyro.cli(Model)
    use(args)
    return torch.rand(args.width, args.breadth)  # finding: `args.breadth` raises AttributeError


def use(args):
    if hasattr(args, "note"):
        print(args.note)
    print(args.lengths)  # finding: `args.lengths` raises AttributeError


def of_unknown():
    args = tyro.cli(Theirs)
    print(args.anything)


if __name__ == "__main__":
    parsed()
    of_cli()
    of_unknown()
