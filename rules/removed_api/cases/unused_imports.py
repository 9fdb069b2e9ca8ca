"""Imports that fail: what to do depends on whether anything uses them."""

from torch._six import container_abcs  # finding: delete this import, which nothing uses
from torch._six import int_classes  # finding: use Python's own names
from torch._six import string_classes as texts  # finding: use Python's own names
from torch.optim.lr_scheduler import StepLR

__all__ = ["StepLR", "int_classes"]


def is_text(value):
    return isinstance(value, texts)
