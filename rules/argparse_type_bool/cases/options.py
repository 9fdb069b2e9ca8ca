"""Flags, options that a function reads, and several at once."""

import argparse
from distutils.util import strtobool

import torch


def text_to_bool(text: str) -> bool:
    return text.lower() == "true"


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--flag", action="store_true")
    parser.add_argument("--both", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--read", type=text_to_bool, default=False)
    parser.add_argument("--old", type=lambda text: bool(strtobool(text)), default=False)
    parser.add_argument("--number", type=int, choices=(0, 1), default=0)
    parser.add_argument(  # finding: `type=bool` parses `--pin-memory False` as True, as in 2 more options
        "-p", "--pin-memory", default=True, type=bool
    )
    data = parser.add_argument_group("data")
    data.add_argument("--shuffle", type=bool, default=True)
    data.add_argument("--augment", type=bool, default=False, help="noise")
    return parser.parse_args()


print(torch.zeros(2), options())
