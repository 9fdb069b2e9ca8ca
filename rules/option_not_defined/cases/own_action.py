"""An action of the program's own stores what it likes."""

import argparse

import torch


class Both(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        namespace.low, namespace.high = values


def with_action():
    parser = argparse.ArgumentParser()
    parser.add_argument("--range", nargs=2, action=Both)
    args = parser.parse_args()
    return torch.rand(args.low, args.high)


def without():
    parser = argparse.ArgumentParser()
    parser.add_argument("--debug", action="store_true")
    args = parser.parse_args()
    return torch.rand(args.low)  # finding: `args.low` raises AttributeError
