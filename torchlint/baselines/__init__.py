"""Findings that are accepted, and what counts as new."""
