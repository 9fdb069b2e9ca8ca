"""Writes all cutouts into one file."""

import sys

import numpy as np

from pictures import Cutouts

cutouts = Cutouts(sys.argv[2:], 1.5)
np.save(sys.argv[1], np.stack([cutouts[index] for index in range(len(cutouts))]))
