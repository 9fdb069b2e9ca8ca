"""What lists and reads files and weighs classes, for the datasets of another file."""

import fnmatch
import os

import cv2
import numpy as np
import torch


def find_files(root, ending):
    found = []
    for folder, _, names in os.walk(root):
        for name in fnmatch.filter(names, ending):
            found.append(os.path.join(folder, name))  # noqa: PERF401
    return found


def find_sorted(root, ending):
    return sorted(find_files(root, ending))


def load_image(path):
    image = cv2.imread(path)
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def load_floats(path):
    return load_image(path).astype(np.float32)


def class_weights(labels):
    counts = np.bincount(labels)
    return torch.as_tensor(len(labels) / np.maximum(counts, 1))


def sample_weights(labels):
    return class_weights(labels)[labels]
