from .everything import *
from .hidden import *
