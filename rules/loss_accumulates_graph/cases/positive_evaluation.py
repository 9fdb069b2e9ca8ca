"""Sums of an evaluation that records gradients: without a `backward()` every step keeps its activations too."""

import torch
from torch import nn

inputs = torch.randn(32, 8)
batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
criterion = nn.CrossEntropyLoss()


def validate():
    test_loss = 0
    for features, labels in batches:
        test_loss += criterion(model(features), labels)  # finding: `test_loss` keeps the graph
    print(f"{test_loss / len(batches):.4f}")


def validate_on_several_devices():
    wrapped = nn.DataParallel(model)
    test_loss = 0
    for features, labels in batches:
        loss = criterion(wrapped(features), labels)
        test_loss += loss * len(labels)  # finding: `test_loss` keeps the graph
    print(f"{test_loss:.4f}")


def scores_summed_over_chunks():
    total = None
    for chunk in inputs.split(8):
        scores = model(chunk).sum(0)
        if total is None:
            total = scores
        else:
            total = total + scores  # finding: `total` keeps the graph
    print(total.tolist())


def several_scores_summed_over_chunks():
    totals = (torch.zeros(3), torch.zeros(3))
    for chunk in inputs.split(8):
        logits = model(chunk)
        both = (logits.sum(0), logits.square().sum(0))
        totals = tuple(total + new for total, new in zip(totals, both))  # finding: `totals` keeps the graph
    print([total.tolist() for total in totals])


def no_grad_around_the_wrong_loop():
    seen, total = 0, 0.0
    with torch.no_grad():
        for features, labels in batches:
            seen += (model(features).argmax(1) == labels).sum()
    for features, labels in batches:
        total += criterion(model(features), labels)  # finding: `total` keeps the graph
    print(seen, total)


if __name__ == "__main__":
    validate()
    validate_on_several_devices()
    scores_summed_over_chunks()
    several_scores_summed_over_chunks()
    no_grad_around_the_wrong_loop()
