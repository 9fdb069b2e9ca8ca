"""Queries about graphs and numbers: what accumulates, dtypes, shapes, rounding."""
