import contextlib

import torch
from torch import autograd
from torch.profiler import profile


def entered(model, x):
    with torch.no_grad(), torch.autocast("cuda"):
        model(x)
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.inference_mode())
        model(x)


def dropped(model, x):
    torch.inference_mode()  # finding: write `with torch.inference_mode():`
    torch.autocast("cuda", dtype=torch.float16)  # finding: `torch.autocast("cuda", ...)` does nothing without `with`
    autograd.detect_anomaly()  # finding: `autograd.detect_anomaly()` does nothing without `with`
    profile()  # finding: `profile()` does nothing without `with`
    torch.device("cuda")  # finding: `torch.device("cuda")` does nothing without `with`
    torch.utils.checkpoint.set_checkpoint_early_stop(False)  # finding: does nothing without `with`
    return model(x)


def acting():
    torch.set_grad_enabled(False)
    torch.autograd.set_multithreading_enabled(False)
    torch.autograd.set_detect_anomaly(True)
    torch.set_default_device("cuda")
    torch.cuda.set_device(0)


def kept(model, x):
    context = torch.no_grad()
    with context:
        model(x)
    return torch.enable_grad()


def refused(name):
    try:
        torch.device(name)
    except RuntimeError:
        print("no such device")


@torch.no_grad()
def decorated(model, x):
    return model(x)


def guarded(model, tiles):
    for tile in tiles:
        try:
            torch.no_grad()  # finding: does nothing
            tile = model(tile)
        except RuntimeError as error:
            print(error)
    try:
        torch.autocast("mps")
        is_known = True
    except RuntimeError:
        is_known = False
    return is_known


def asked(model, name):
    try:
        torch.device(name)
        model.to(name)
    except RuntimeError:
        model.cpu()
    try:
        torch.autocast("mps")
        print("supported")
    except RuntimeError:
        print("not supported")
