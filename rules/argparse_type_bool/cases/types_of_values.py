"""Options that have the type of what they replace."""

import argparse

import torch

DEFAULTS = {"rate": 0.1, "amp": True, "device": "cuda" if torch.cuda.is_available() else "cpu"}


def parsed(settings):
    parser = argparse.ArgumentParser()
    for name, value in vars(settings).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)  # suspected: `type(value)` is `bool` for True and
    return parser.parse_args()


def parsed_with_flags():
    parser = argparse.ArgumentParser()
    for name, value in DEFAULTS.items():
        if isinstance(value, bool):
            parser.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, default=value)
        else:
            parser.add_argument(f"--{name}", type=type(value), default=value)
    return parser.parse_args()


def parsed_one(rate):
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=type(rate), default=rate)
    return parser.parse_args()
