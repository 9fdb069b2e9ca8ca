"""Takes the time of a model on whichever device it is given."""

import time

import torch


def measure(args, model, loader):
    model.eval()
    seconds, waited = [], []
    with torch.no_grad():
        for rows in loader:
            rows = rows.to(args.device)
            start = time.time()
            scores = model(rows)
            end = time.time()  # finding: on a GPU, `time.time()` runs before `model(rows)` has finished
            seconds.append(end - start)

            start = time.time()
            scores = model(rows).cpu()
            end = time.time()
            waited.append((end - start, scores))
    return sum(seconds) / len(seconds), len(waited)
