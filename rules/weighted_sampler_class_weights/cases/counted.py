"""Classes that are counted in other ways."""

from collections import Counter

import numpy as np
import pandas as pd
import torch
from sklearn.utils.class_weight import compute_class_weight
from torch.utils.data import WeightedRandomSampler

labels = np.array([0, 0, 0, 1, 1, 2])
of_each = [sum(1 for label in labels if label == c) for c in range(3)]
WeightedRandomSampler([1.0 / count for count in of_each], 6)  # finding: has one weight per class
WeightedRandomSampler(1.0 / np.array([(labels == c).sum() for c in range(3)]), 6)  # finding: has one weight per class
WeightedRandomSampler([1 / labels.tolist().count(c) for c in range(3)], 6)  # finding: has one weight per class
classes, counts = np.unique(labels, return_counts=True)
weights = 1.0 / torch.tensor(counts, dtype=torch.float)
WeightedRandomSampler(weights, 6)  # finding: has one weight per class
WeightedRandomSampler(1.0 / np.unique(labels, return_counts=True)[1], 6)  # finding: has one weight per class
balanced = compute_class_weight("balanced", classes=classes, y=labels)
WeightedRandomSampler(torch.tensor(balanced), 6)  # finding: has one weight per class
frame = pd.DataFrame({"label": labels})
WeightedRandomSampler(1.0 / frame["label"].value_counts(), 6)  # finding: has one weight per class
WeightedRandomSampler([1 / count for count in Counter(labels).values()], 6)  # finding: has one weight per class

WeightedRandomSampler(weights[labels], 6)
WeightedRandomSampler([balanced[label] for label in labels], 6)
WeightedRandomSampler(1.0 / classes, 6)
WeightedRandomSampler([1 / (labels == label).sum() for label in labels], 6)
