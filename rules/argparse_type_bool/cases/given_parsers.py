"""Whose parser it is, the file does not say."""

import torch


def add_options(parser) -> None:
    parser.add_argument("--compile", type=bool, default=False)  # suspected: `type=bool` parses `--compile False` as
    parser.add_argument("--name", type=str, default=torch.__version__)
