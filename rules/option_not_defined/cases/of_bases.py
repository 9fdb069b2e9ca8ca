"""Attributes that a library assigns, and reads that fail quietly."""

import argparse
import contextlib

import torch
from acme.trainers import Callback, Trainer
from torch import nn

try:
    from acme.options import ArgumentParser
except ImportError:
    from argparse import ArgumentParser


class Finetuner(Trainer):
    def step(self):
        return self.args.learning_rate  # what the library's trainer is given


class Mixin:
    def note(self):
        return self.args.note


class Noted(Mixin, Callback):
    pass


class Net(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args

    def forward(self, x):
        return x * self.args.scale  # finding: `self.args.scale` raises AttributeError


class Wide(Net):
    def more(self, x):
        return x * self.args.width  # finding: `self.args.width` raises AttributeError


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    args = parser.parse_args()
    trainer = Finetuner(Wide(args))
    print(trainer.args.batch_size, Noted().note())
    with contextlib.suppress(AttributeError):
        print(args.colour)
    with contextlib.suppress(KeyError):
        print(args.verbose)  # finding: `args.verbose` raises AttributeError
    return torch.rand(3) * args.lr


def of_either():
    parser = ArgumentParser()
    parser.add_argument("--rate", type=float, default=0.1)
    settings = parser.parse_args()
    print(settings.config_file)


def with_plus():
    parser = argparse.ArgumentParser(prefix_chars="+-")
    parser.add_argument("++crop-size", type=int, default=3)
    flags = parser.parse_args()
    print(torch.rand(flags.crop_size))


main()
of_either()
with_plus()
