"""Names that Python itself does not have any more, and those that it has elsewhere."""

import base64
import collections
import collections.abc
import inspect
import time
from collections import OrderedDict, Iterable  # finding: `collections.Iterable` fails since Python 3.10; use `collections.abc

import torch

try:
    from collections.abc import Sequence
except ImportError:
    from collections import Sequence


def flattened(batch):
    if isinstance(batch, collections.Mapping):  # finding: use `collections.abc.Mapping`
        return [flattened(value) for value in batch.values()]
    if isinstance(batch, (collections.abc.Set, Sequence, Iterable, collections.OrderedDict)):
        return [flattened(value) for value in batch]
    return OrderedDict(value=torch.as_tensor(batch))


def timed(step, text):
    start = time.clock()  # finding: `time.clock` fails since Python 3.8; use `time.perf_counter`
    names = inspect.getargspec(step)[0]  # finding: use `inspect.getfullargspec`
    boxes = base64.decodestring(text)  # finding: use `base64.decodebytes`
    return time.perf_counter() - start, names, boxes
