"""What stands in names of this file changes from call to call, though the calls look all alike."""

import torch

HANDLES = []
_MODEL = None


def watch(handle):
    HANDLES.append(handle)


def unwatch():
    for handle in HANDLES:
        handle.remove()
    HANDLES.clear()


def use(model):
    global _MODEL
    _MODEL = model


def current():
    return _MODEL


def calm():
    torch.set_grad_enabled(False)


def lively():
    torch.set_grad_enabled(True)
