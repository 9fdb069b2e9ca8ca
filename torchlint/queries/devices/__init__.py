"""Queries about where work runs and waits: the host, CUDA's settings, recomputation, reproducibility."""
