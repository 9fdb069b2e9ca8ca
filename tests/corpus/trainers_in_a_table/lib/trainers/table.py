"""The trainers by the names of their tasks."""

from .classes import Classes
from .ranks import Ranks

TRAINERS = {"classes": Classes, "ranks": Ranks}
