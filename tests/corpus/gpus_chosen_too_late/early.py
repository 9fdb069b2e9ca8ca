"""Chooses the GPU first."""

from base import Early

early = Early(1)
print(early.has_gpu)
