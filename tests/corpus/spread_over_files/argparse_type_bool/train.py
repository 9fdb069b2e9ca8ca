"""Types of options that come from fields, from tables and from defaults."""

import argparse
import torch
from dataclasses import fields
from options import Config, OPTIONS, add_flag

TABLE = [("--a", float, 0.1), ("--b", bool, False)]
FINE = [("--c", float, 0.1), ("--d", int, 0)]


def main():
    parser = argparse.ArgumentParser()
    for field in fields(Config):
        parser.add_argument("--" + field.name, type=field.type, default=field.default)  # finding: is `bool` for True and False
    for name, kind, default in TABLE:
        parser.add_argument(name, type=kind, default=default)  # finding: is `bool` for True and False
    for name, kind, default in FINE:
        parser.add_argument(name, type=kind, default=default)
    add_flag(parser, "x", True)
    add_flag(parser, "y", 3)
    print(parser.parse_args())


main()
