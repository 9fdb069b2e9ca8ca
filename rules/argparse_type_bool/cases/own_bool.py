"""Options that a function of this name reads, which need not be the built-in one."""

import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--fast", type=bool, default=torch.cuda.is_available())  # finding: as True; use `action=argparse


def add_options(parser, bool) -> None:
    parser.add_argument("--own", type=bool)


def bool_here(parser) -> None:
    def bool(text):
        return text == "yes"

    parser.add_argument("--own", type=bool)
