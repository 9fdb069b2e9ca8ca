"""The parser, in two functions, as a program's own module defines it."""

import argparse


def add_model_options(parser):
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--width", type=int, default=8)


def read():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    add_model_options(parser)
    return parser.parse_args()
