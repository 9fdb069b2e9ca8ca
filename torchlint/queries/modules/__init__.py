"""Queries about modules: their methods, parameters and outputs."""
