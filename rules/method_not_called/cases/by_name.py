"""Methods of objects that nothing is known of, and functions that answer yes or no."""

import torch
import torch.distributed as dist

device = "cuda" if torch.cuda.is_available else "cpu"  # finding: so the condition is always true


def train(model, optimizer, scheduler, ladder, batches):
    for x in batches:
        optimizer.zero_grad  # finding: so it does nothing
        loss = model(x).mean()
        loss.backward()
        optimizer.step  # finding: so it does nothing
        ladder.step
    model.eval  # finding: so it does nothing
    model.mode
    scheduler.step  # finding: so it does nothing


def report(text):
    if dist.is_available() and dist.is_initialized:  # finding: so it always counts as true
        print(text)
    ask = torch.cuda.is_available
    return ask() if torch.cuda.is_available() else False
