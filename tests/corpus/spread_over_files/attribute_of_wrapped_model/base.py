"""The base class holds the model, wrapped."""

import torch
from wrap import to_parallel


class Base:
    def __init__(self, model):
        self.model = to_parallel(model)
