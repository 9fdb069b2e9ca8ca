"""Decorators and context managers around no_grad, one that depends on the version of torch, one on a flag."""

import contextlib
import functools
import time

import torch

NEW = tuple(int(part) for part in torch.__version__.split(".")[:2]) >= (1, 9)


def smart_inference_mode(new=NEW):
    def decorate(function):
        return (torch.inference_mode if new else torch.no_grad)()(function)

    return decorate


def quietly(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)

    return wrapper


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.time()
        result = function(*args, **kwargs)
        print(function.__name__, time.time() - start)
        return result

    return wrapper


@contextlib.contextmanager
def maybe_no_grad(off):
    if off:
        with torch.no_grad():
            yield
    else:
        yield
