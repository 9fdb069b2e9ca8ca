"""Names that NumPy and Pillow do not have any more, and those that they have, again or for another reason."""

from types import SimpleNamespace

import numpy
import numpy as np
import torch
from PIL import Image


def scores(predictions, targets):
    hits = np.zeros(10, dtype=np.float)  # finding: `np.float` fails since NumPy 1.24; use `float`
    seen = numpy.zeros(10, dtype=numpy.int)  # finding: `numpy.int` fails since NumPy 1.24; use `int`
    for prediction, target in zip(predictions, targets):
        seen[target] += 1
        hits[target] += prediction == target
    best = -np.Inf  # finding: `np.Inf` fails since NumPy 2.0; use `np.inf`
    kept = np.ones(10, dtype=np.bool_) & (np.float32(1) < np.inf)
    kept &= np.ones(10, dtype=np.bool)  # suspected: `np.bool` fails with NumPy 1.24 to 1.26; use `bool`
    seen = seen.astype(np.long) + np.longlong(0)  # suspected: `np.long` fails with NumPy 1.24 to 1.26; use `int`
    area = np.trapz(hits) + (-np.NINF)  # finding: use `np.trapezoid` # finding: use `-np.inf`
    return torch.from_numpy(hits / seen), best, kept, numpy.product(seen), area  # finding: use `numpy.prod`


def smaller(path):
    image = Image.open(path)
    return image.resize((32, 32), Image.ANTIALIAS)  # finding: `Image.ANTIALIAS` fails since Pillow 10.0


def with_a_fallback(x):
    try:
        return x.astype(np.complex)
    except AttributeError:
        return x.astype(complex)


def of_another_object(types=SimpleNamespace(int=torch.int64, float=torch.float32)):
    return torch.zeros(3, dtype=types.int), torch.zeros(3, dtype=types.float)
