"""One function per way to choose a model: by branches, by a dict, by a name that getattr looks up."""

from . import mlp, vision

TABLE = {"mlp": mlp.Mlp, "probable": vision.Probable}
ALL_PROBABLE = {"small": lambda: vision.Probable(8), "large": lambda: vision.Probable(64)}


def by_branches(name):
    if name == "small":
        net = vision.Probable(8)
    elif name == "large":
        net = vision.Probable(64)
    else:
        raise ValueError(name)
    return net


def by_table(name):
    return TABLE[name]()


def by_lambda(name):
    return ALL_PROBABLE[name]()


def by_getattr(name):
    return getattr(mlp, name)()
