"""Queries about train and eval mode, and calls of models."""
