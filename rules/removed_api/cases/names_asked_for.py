"""What a module is asked for first, what only an old Python runs, and what the project calls by such a name itself."""

import sys
import time

import numpy as np
import six
import torch
from matplotlib import cm

from . import fractions
from .clocks import base64

area = getattr(np, "trapezoid", None) or np.trapz
is_wanted = getattr(sys, "frozen", False) or np.in1d  # finding: `np.in1d` fails since NumPy 2.4

if six.PY2:
    from collections import Sequence
else:
    from collections.abc import Sequence


class Canvas:
    def tostring_rgb(self):
        return b""

    def pixels(self):
        return torch.frombuffer(self.tostring_rgb(), dtype=torch.uint8)


def shown(values: Sequence, text):
    colors = cm.get_cmap("jet")  # finding: `cm.get_cmap` fails since Matplotlib 3.11; use `plt.get_cmap`
    return colors(values), fractions.gcd(4, 6), base64.decodestring(text), time.clock()  # finding: `time.clock` fails


def reduced(inspect, step):
    return inspect.getargspec(step)
