"""A file in a folder that has the name of the folder above it."""

from deep_reexports.surface import *
from deep_reexports.surface import _net as make_net
from deep_reexports.surface import evaluate as evaluate
