"""Queries about datasets, loaders, splits, images and what is logged."""
