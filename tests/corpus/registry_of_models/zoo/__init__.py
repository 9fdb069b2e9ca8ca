from .registry import build_model, models
from . import mlp, vision
