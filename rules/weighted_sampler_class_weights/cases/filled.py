"""Counts that a loop fills in."""

from collections import defaultdict

import torch
from torch.utils.data import WeightedRandomSampler


def counted_in_a_tensor(dataset, classes):
    counts = torch.zeros(classes)
    for _, label in dataset.samples:
        counts[label] += 1
    weights = counts.sum() / (classes * counts)
    return WeightedRandomSampler(weights, len(dataset))  # finding: `weights` has one weight per class


def looked_up(dataset, classes):
    counts = torch.zeros(classes)
    for _, label in dataset.samples:
        counts[label] += 1
    weights = [1.0 / counts[label] for _, label in dataset.samples]
    return WeightedRandomSampler(weights, len(dataset))


def counted_errors(dataset, wrong):
    counts = torch.ones(len(dataset))
    for index in wrong:
        counts[index] += 1
    return WeightedRandomSampler(counts, len(dataset))


def counted_in_a_dict(dataset):
    counts = defaultdict(int)
    for _, label in dataset.samples:
        counts[label] += 1
    weights = [1.0 / count for count in counts.values()]
    return WeightedRandomSampler(weights, len(dataset))  # finding: `weights` has one weight per class


def collected(labels):
    counts, marked = [], []
    for label in range(5):
        counts.append((labels == label).sum().item())
    for label in labels:
        marked.append(1.0 / counts[label])
    weights = [1.0 / count for count in counts]
    print(WeightedRandomSampler(marked, len(labels)))
    return WeightedRandomSampler(weights, sum(counts))  # finding: `weights` has one weight per class
