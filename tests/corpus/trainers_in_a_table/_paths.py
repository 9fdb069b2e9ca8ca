"""Puts the folder of the trainers on the path of Python."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))
