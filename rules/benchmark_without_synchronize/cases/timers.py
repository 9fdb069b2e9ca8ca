import time
from time import perf_counter

import torch
from torch import nn


def two_names(images):
    model = nn.Conv2d(3, 8, 3).cuda()
    t0 = time.time()
    with torch.no_grad():
        scores = torch.softmax(model(images), 1)
    t1 = time.time()  # finding: on a GPU, `time.time()` runs before `model(images)` has finished
    print(t1 - t0, scores.shape)


def backward(images):
    model = nn.Conv2d(3, 8, 3).cuda()
    begin = perf_counter()
    loss = model(images).mean()
    loss.backward()
    return perf_counter() - begin  # finding: call `torch.cuda.synchronize()` first


def waited(images):
    model = nn.Conv2d(3, 8, 3).cuda()
    torch.cuda.synchronize()
    t0 = time.time()
    model(images)
    torch.cuda.synchronize()
    print(time.time() - t0)


def fetched(images):
    model = nn.Conv2d(3, 8, 3).cuda()
    t0 = time.time()
    best = model(images).mean().item()
    t1 = time.time()
    scores = model(images).cpu()
    t2 = time.time()
    print(model(images))
    return t1 - t0, t2 - t1, best, scores, time.time() - t2


def unknown(images, after):
    model = nn.Conv2d(3, 8, 3).cuda()
    t0 = time.time()
    after(model(images))
    return time.time() - t0


def epoch(loader, optimizer):
    model = nn.Linear(4, 2).cuda()
    began = time.time()
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x.cuda()), y.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() > 10:
            break
    print(f"{time.time() - began:.0f} s")


def a_date(images):
    model = nn.Linear(4, 2).cuda()
    now = time.time()
    model(images)
    return now, time.time()


def of_reading(path, read):
    t0 = time.time()
    images = read(path)
    return images, time.time() - t0
