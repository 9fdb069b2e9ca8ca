"""Weights for classes, and weights for samples."""

from collections import Counter

import numpy as np
import torch
from torch.utils.data import WeightedRandomSampler
from torch.utils.data import sampler as samplers

labels = np.array([0, 0, 0, 1, 1, 2])
counts = np.bincount(labels)
weights = [1.0 / count for count in counts]
WeightedRandomSampler(weights, len(labels))  # finding: has one weight per class
samplers.WeightedRandomSampler(torch.DoubleTensor(weights), 6)  # finding: has one weight per class
WeightedRandomSampler(torch.from_numpy(len(labels) / counts).double(), 6)  # finding: has one weight per class
WeightedRandomSampler([0.1, 0.9], 6)  # suspected: has one weight per class
WeightedRandomSampler(weights=counts / counts.sum(), num_samples=6)  # finding: has one weight per class

of_samples = [weights[label] for label in labels]
WeightedRandomSampler(of_samples, len(of_samples))
WeightedRandomSampler((1.0 / counts)[labels], 6)
WeightedRandomSampler(torch.tensor(weights)[torch.from_numpy(labels)], 6)
WeightedRandomSampler(np.repeat(1 / counts, counts), 6)
known = Counter(labels.tolist())
WeightedRandomSampler([1 / known[label] for label in labels], 6)
WeightedRandomSampler(torch.ones(6), 6)


def sampler_of(weights):
    return WeightedRandomSampler(weights, 6)
