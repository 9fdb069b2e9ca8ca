"""What a plugin is, only the running program knows."""

import importlib
import pkgutil

FOUND = {info.name: importlib.import_module(f"plugins.{info.name}") for info in pkgutil.iter_modules(["plugins"])}


def net_of(name):
    return getattr(FOUND[name], "Net")()


def loss_of(name):
    return vars(FOUND[name])["loss"]
