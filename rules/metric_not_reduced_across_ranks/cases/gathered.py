"""What accelerate gathers in an evaluation."""

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader

accelerator = Accelerator()


def evaluate(model, dataset, metric):
    loader = DataLoader(dataset, batch_size=8)
    model, loader = accelerator.prepare(model, loader)
    for x, y in loader:
        with torch.no_grad():
            predictions = model(x).argmax(-1)
        metric.add_batch(predictions=accelerator.gather(predictions), references=y)  # finding: repeats samples that


def evaluate_by_names(model, loader):
    losses, answers = [], []  # of a mean, there is no part to leave out
    for x, y in loader:
        with torch.no_grad():
            predictions = model(x).argmax(-1)
        predictions, y = accelerator.gather((predictions, y))  # suspected: repeats samples that fill up the last batch
        answers.append(predictions == y)
        losses.append(accelerator.gather(model.loss(x, y).detach()))
    return torch.cat(answers).float().mean()


def evaluate_well(model, loader, metric):
    for x, y in loader:
        with torch.no_grad():
            predictions = model(x).argmax(-1)
        predictions, y = accelerator.gather_for_metrics((predictions, y))
        metric.add_batch(predictions=predictions, references=y)


def evaluate_and_cut(model, loader, dataset):
    answers = []
    for x, _ in loader:
        with torch.no_grad():
            answers.append(accelerator.gather(model(x)))
    return torch.cat(answers)[: len(dataset)]


def train(model, loader, optimizer):
    curve = []
    for x, y in loader:
        loss = (model(x) - y).pow(2).mean()
        accelerator.backward(loss)
        optimizer.step()
        curve.append(accelerator.gather(loss).mean().item())


def evaluate_twice(model, loader, metric, dataset):
    """The first evaluation counts what it has seen, the second one forgets to."""
    loader = accelerator.prepare(loader)
    samples_seen = 0
    for step, (x, y) in enumerate(loader):
        predictions, y = accelerator.gather((model(x).argmax(-1), y))
        if step == len(loader) - 1:
            predictions, y = predictions[: len(dataset) - samples_seen], y[: len(dataset) - samples_seen]
        samples_seen += len(y)
        metric.add_batch(predictions=predictions, references=y)
    print(metric.compute())


def evaluate_once_more(model, loader, metric):
    loader = accelerator.prepare(loader)
    for x, y in loader:
        metric.add_batch(predictions=accelerator.gather(model(x).argmax(-1)), references=y)  # finding: repeats samples
