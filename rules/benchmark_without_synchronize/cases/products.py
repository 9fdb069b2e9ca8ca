"""Products of tensors without a model around them: on a GPU where the file moves them there."""

import time

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def seconds_of_each(size):
    on_host = torch.rand(size, size)
    begin = time.perf_counter()
    torch.matmul(on_host, on_host)
    host = time.perf_counter() - begin
    moved = on_host.to(device)
    begin = time.perf_counter()
    torch.matmul(moved, moved)
    gpu = time.perf_counter() - begin  # finding: on a GPU, `time.perf_counter()` runs before
    made = torch.rand(size, size, device=device)
    begin = time.perf_counter()
    product = made @ made
    by_operator = time.perf_counter() - begin  # finding: on a GPU, `time.perf_counter()` runs before `made @ made` has
    begin = time.perf_counter()
    product = (product @ made).cpu()
    return host, gpu, by_operator, time.perf_counter() - begin


def seconds_of_somebody(size, place):
    rows = torch.rand(size, size).to(place)
    begin = time.perf_counter()
    rows @ rows
    return time.perf_counter() - begin


print(seconds_of_each(8), seconds_of_somebody(8, "cpu"))
