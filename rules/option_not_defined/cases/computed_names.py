"""Options whose names are put together."""

import argparse

import torch


def computed():
    parser = argparse.ArgumentParser()
    for name in ("width", "height"):
        parser.add_argument(f"--{name}2", type=int)
    args = parser.parse_args()
    return torch.rand(args.width2, args.height2)


def written_out():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int)
    args = parser.parse_args()
    return torch.rand(args.width, args.height)  # finding: `args.height` raises AttributeError


if __name__ == "__main__":
    computed()
    written_out()
