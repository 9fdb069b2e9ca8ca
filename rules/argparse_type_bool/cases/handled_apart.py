"""Options of computed types, where those that are True or False may be handled apart."""

import argparse

import torch

DEFAULTS = {"rate": 0.1, "amp": torch.cuda.is_available(), "seeded": True}
TYPES = {"rate": float, "amp": bool}


class Settings:
    rate: float = 0.1
    amp: bool = True


def by_annotation(parser):
    for name, kind in Settings.__annotations__.items():
        if kind is bool:
            parser.add_argument(f"--{name}", action="store_true")
        else:
            parser.add_argument(f"--{name}", type=kind)


def every_annotation(parser):
    for name, kind in Settings.__annotations__.items():
        parser.add_argument(f"--{name}", type=kind)  # finding: `kind` is `bool` for True and False


def by_value(parser):
    for name, value in DEFAULTS.items():
        if value is True or value is False:
            continue
        parser.add_argument(f"--{name}", type=type(value))


def by_name(parser):
    for name, kind in TYPES.items():
        if name == "amp":
            parser.add_argument("--amp", action="store_true")
            continue
        parser.add_argument(f"--{name}", type=kind)  # suspected: `kind` is `bool` for True and False


def add(parser, name, default):
    if default in (True, False):
        parser.add_argument(name, action="store_true")
        return
    parser.add_argument(name, type=type(default), default=default)


def parser_of(settings):
    def parse():
        parser = argparse.ArgumentParser()
        for name, value in settings.items():
            parser.add_argument(f"--{name}", type=type(value))  # finding: `type(value)` is `bool` for True and False
        return parser.parse_args()

    return parse


parse = parser_of({"rate": 0.1, "amp": True})
add(argparse.ArgumentParser(), "--amp", True)
