"""Weights that a function computes."""

from collections import Counter

import numpy as np
from torch.utils.data import WeightedRandomSampler


def class_weights(labels):
    return 1.0 / np.bincount(labels)


def of_classes(labels):
    counts = Counter(labels)
    return [len(labels) / counts[c] for c in sorted(counts)]


def of_samples(labels):
    counts = Counter(labels)
    return [len(labels) / counts[y] for y in labels]


def samplers(labels):
    first = WeightedRandomSampler(class_weights(labels), len(labels))  # finding: one weight per class
    second = WeightedRandomSampler(of_classes(labels), len(labels))  # finding: one weight per class
    third = WeightedRandomSampler(class_weights(labels)[labels], len(labels))
    return first, second, third, WeightedRandomSampler(of_samples(labels), len(labels))
