"""Queries about names of PyTorch's API: what is deprecated or removed, and what a notebook displays."""
